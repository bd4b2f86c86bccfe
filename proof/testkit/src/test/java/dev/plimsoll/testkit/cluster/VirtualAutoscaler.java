package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.Autoscaler;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.testkit.time.Rest;
import dev.plimsoll.testkit.time.VirtualTime;
import dev.plimsoll.testkit.work.OperatorWork;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** A cluster in virtual time, and autoscalers that come and go beside it. */
final class VirtualAutoscaler implements AutoCloseable {
    static final ApiResource AUTOSCALERS =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");

    private static final int LONGEST_MINUTES = 240;

    private final ComponentThreads threads = new ComponentThreads();
    private final VirtualTime time = new VirtualTime(new Rest(threads, new OperatorWork(), Rest.PATIENCE));
    private final Instant start = time.instant();
    private final Cluster cluster;
    final ApiClient client;
    final Queue<String> troubles = new ConcurrentLinkedQueue<>();

    /** @param own whether the cluster has an autoscaler of its own, with its webhook */
    VirtualAutoscaler(boolean own) throws IOException, InterruptedException {
        var plan = ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 2, machine())))
                .withTime(time);
        try (var _ = threads.own()) {
            cluster = Cluster.start(own ? plan : plan.withAutoscalerSpeed(0), ClusterLog.SILENT);
        }
        client = cluster.client();
    }

    private static Machine machine() {
        return switch (MachineNotation.parse("1s1n32c1t,memory=128Gi")) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }

    void create(ApiResource resource, ObjectNode object) {
        var created = client.create(resource, object);
        if (created.done().isEmpty()) throw new AssertionError(created.problem());
    }

    /** All of the namespace default. */
    List<ObjectNode> list(ApiResource resource) {
        return client.list(resource, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items();
    }

    void pass(Duration duration) {
        time.pass(duration);
    }

    /** Lets time pass until it is so, two minutes after two minutes, for hours at most; whether it was. */
    boolean passUntil(BooleanSupplier condition) {
        for (var minutes = 0; minutes < LONGEST_MINUTES; minutes += 2) {
            if (condition.getAsBoolean()) return true;
            time.pass(Duration.ofMinutes(2));
        }
        return condition.getAsBoolean();
    }

    /** A recommender and an updater that changes pods without a webhook. */
    Autoscaler start(AutoscalerGates gates, double speed) throws IOException, InterruptedException {
        var settings = new AutoscalerSettings(
                RecommenderSettings.DEFAULT.withGates(gates),
                UpdaterSettings.DEFAULT.withGates(gates).withoutAdmission(),
                null,
                NamespaceFilter.ALL,
                null,
                null);
        var pace = speed == 1 ? Pace.usual(time) : Pace.faster(time, speed, start);
        var context = new ProgramContext(time, new Random(1), new Troubles());
        try (var _ = threads.own()) {
            var autoscaler = new Autoscaler(client, client, settings, pace, context);
            autoscaler.start();
            return autoscaler;
        }
    }

    private final class Troubles implements Reporter {
        @Override
        public void tell(String problem) {
            troubles.add(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            troubles.add(where + ": " + exception);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
