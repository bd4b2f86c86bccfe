package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.util.List;
import java.util.Random;

/** One of the schedulers, of which the one that holds the lease places pods. */
final class SchedulerProcess extends Part implements Reporter {
    private static final User USER = new User("system:kube-scheduler", "", List.of());

    private final SimulatedThreads threads;
    private final List<ServerProcess> servers;
    private final Faults faults;
    private final FaultyTransport.ReplyWitness witness;

    SchedulerProcess(
            String name,
            SimulatedThreads threads,
            List<ServerProcess> servers,
            Faults faults,
            FaultyTransport.ReplyWitness witness) {
        super(name, threads);
        this.threads = threads;
        this.servers = servers;
        this.faults = faults;
        this.witness = witness;
    }

    @Override
    void run(SimulatedProcess begun) {
        var time = begun.time();
        var transport = new FaultyTransport(begun, USER, servers, faults, witness);
        var client = ApiClient.over(transport, "kube-scheduler/plimsoll", TokenBucket.unlimited(time), time);
        var alone = SchedulerSettings.ALONE;
        var aligned = witness.mistake() == BuiltInMistake.NOBODY_ALIGNS ? alone : alone.withNumaAlignment();
        var settings = aligned.withIdentity(begun.name()).withElection(SchedulerSettings.Election.DEFAULT);
        var context = new ProgramContext(time, new Random(begun.name().hashCode()), this);
        new Scheduler(client, settings, context)
                .start(Thread.ofVirtual().name("scheduling").factory());
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        threads.defect(name() + ", " + where + ": " + FaultyCluster.text(exception));
    }
}
