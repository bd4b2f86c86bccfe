package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.controllers.ControllerName;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** One of the controller managers, of which the one that holds the lease acts. */
final class ControllersProcess extends Part implements Reporter {
    private static final User USER = new User("system:kube-controller-manager", "", List.of(User.MASTERS));

    private static final Set<ControllerName> CONTROLLERS = EnumSet.of(
            ControllerName.REPLICA_SET,
            ControllerName.DEPLOYMENT,
            ControllerName.GARBAGE_COLLECTOR,
            ControllerName.NODE_LIFECYCLE,
            ControllerName.TAINT_EVICTION);

    /** Where people also have jobs, stateful sets and daemon sets. */
    private static final Set<ControllerName> OF_WORKLOADS = EnumSet.of(
            ControllerName.JOB,
            ControllerName.STATEFUL_SET,
            ControllerName.DAEMON_SET,
            ControllerName.POD_GARBAGE_COLLECTOR);

    private final SimulatedThreads threads;
    private final List<ServerProcess> servers;
    private final Faults faults;
    private final FaultyTransport.ReplyWitness witness;
    private final boolean hasWorkloads;
    private final boolean hasAutoscaler;

    ControllersProcess(
            String name,
            SimulatedThreads threads,
            List<ServerProcess> servers,
            Faults faults,
            FaultyTransport.ReplyWitness witness,
            boolean hasWorkloads,
            boolean hasAutoscaler) {
        super(name, threads);
        this.threads = threads;
        this.servers = servers;
        this.faults = faults;
        this.witness = witness;
        this.hasWorkloads = hasWorkloads;
        this.hasAutoscaler = hasAutoscaler;
    }

    @Override
    void run(SimulatedProcess begun) {
        var transport = new FaultyTransport(begun, USER, servers, faults, witness);
        var defaults = ControllerSettings.DEFAULT;
        var controllers = EnumSet.copyOf(CONTROLLERS);
        if (hasWorkloads) controllers.addAll(OF_WORKLOADS);
        if (hasAutoscaler) controllers.add(ControllerName.DISRUPTION);
        if (witness.mistake() == BuiltInMistake.NOBODY_RUNS_JOBS) controllers.remove(ControllerName.JOB);
        if (witness.mistake() == BuiltInMistake.NOBODY_KEEPS_SETS) controllers.remove(ControllerName.STATEFUL_SET);
        if (witness.mistake() == BuiltInMistake.NOBODY_COLLECTS_GARBAGE)
            controllers.remove(ControllerName.GARBAGE_COLLECTOR);
        if (witness.mistake() == BuiltInMistake.NOBODY_DEPLOYS) controllers.remove(ControllerName.DEPLOYMENT);
        var settings = new ControllerSettings(
                controllers,
                defaults.gates(),
                2,
                ControllerSettings.Election.ByLease.usual(begun.name(), LeaseTimes.DEFAULT),
                defaults.nodeTimes(),
                defaults.autoscalerTimes(),
                "",
                defaults.signing(),
                defaults.tokenSigner());
        var context = new ProgramContext(begun.time(), new Random(begun.name().hashCode()), this);
        new Controllers(transport, settings, context).start();
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        threads.defect(name() + ", " + where + ": " + FaultyCluster.text(exception));
    }

    @Override
    public void unreadable(ObjectName name, String why) {
        threads.defect(name + " cannot be read by the controllers: " + why);
    }

    @Override
    public void trouble(ApiResource resource, String problem) {}
}
