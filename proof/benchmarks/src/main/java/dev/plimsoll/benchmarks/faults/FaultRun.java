package dev.plimsoll.benchmarks.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A cluster under load, to whose parts something is done. */
final class FaultRun implements AutoCloseable {
    private static final long LONGEST_SETTLING_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final FaultCluster cluster;
    private final WorkProgress work;
    private final PodFollower pods;
    private final SteadyLoad load;

    private FaultRun(FaultCluster cluster, WorkProgress work, PodFollower pods, SteadyLoad load) {
        this.cluster = cluster;
        this.work = work;
        this.pods = pods;
        this.load = load;
    }

    /** With its load, and once the Deployment has its pods. */
    static FaultRun start(FaultCluster cluster) throws InterruptedException {
        var work = WorkProgress.none();
        var run = new FaultRun(
                cluster,
                work,
                new PodFollower(client(cluster), work.bindings(), work.starts(), work.replacements()),
                new SteadyLoad(client(cluster), work.writes()));
        run.load.start();
        settle(() -> run.pods.pods().stream()
                        .filter(pod -> pod.isOfDeployment() && pod.isRunning())
                        .count()
                >= SteadyLoad.REPLICAS);
        return run;
    }

    private static ApiClient client(FaultCluster cluster) {
        var servers = new Connections.Servers(cluster.servers(), _ -> {});
        return switch (Connections.fromFile(cluster.kubeconfig(), "", servers)) {
            case Configured.Ready ready ->
                ApiClient.over(ready.transport(), "fault-run/1", TokenBucket.unlimited(Time.system()), Time.system());
            case Configured.Invalid(var why) -> throw new IllegalStateException(why);
        };
    }

    WorkProgress work() {
        return work;
    }

    int errors() {
        return load.errors();
    }

    /** How long is waited. */
    interface Wait {
        void run() throws InterruptedException;
    }

    void play(FaultStep step, Wait away) throws IOException, InterruptedException {
        var part = cluster.part(step.part());
        step.fault().begin(part);
        away.run();
        step.fault().end(part);
    }

    /** Ends the load, and judges once the Deployment has all of its pods. */
    FaultOutcome end() throws InterruptedException {
        load.end();
        settle(() -> podsOfDeployment() == SteadyLoad.REPLICAS);
        return new FaultOutcome(
                load.acknowledged(), load.lost(), pods.doubled(), pods.outOfOrder(), podsOfDeployment());
    }

    private static void settle(BooleanSupplier condition) throws InterruptedException {
        var begun = System.nanoTime();
        while (System.nanoTime() - begun < LONGEST_SETTLING_NANOS && !condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private long podsOfDeployment() {
        return pods.pods().stream()
                .filter(pod -> pod.isOfDeployment() && !pod.isGoing())
                .count();
    }

    @Override
    public void close() {
        load.close();
        pods.close();
    }
}
