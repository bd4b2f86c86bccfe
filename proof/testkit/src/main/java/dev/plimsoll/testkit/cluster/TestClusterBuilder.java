package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRulesFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a cluster for tests is to be. Each method says the same as the element of {@link PlimsollCluster} of that name. */
public final class TestClusterBuilder {
    private int nodes = 1;
    private String topology = "1s1n8c1t,memory=32Gi";
    private List<String> featureGates = List.of();
    private String containerRules = "";
    private ClusterTime time = ClusterTime.REAL;

    TestClusterBuilder() {}

    static TestClusterBuilder of(PlimsollCluster wanted) {
        return new TestClusterBuilder()
                .nodes(wanted.nodes())
                .topology(wanted.topology())
                .featureGates(wanted.featureGates())
                .containerRules(wanted.containerRules())
                .time(wanted.time());
    }

    public TestClusterBuilder nodes(int count) {
        nodes = count;
        return this;
    }

    public TestClusterBuilder topology(String notation) {
        topology = notation;
        return this;
    }

    public TestClusterBuilder featureGates(String... gates) {
        featureGates = List.of(gates);
        return this;
    }

    public TestClusterBuilder containerRules(String text) {
        containerRules = text;
        return this;
    }

    public TestClusterBuilder time(ClusterTime kind) {
        time = kind;
        return this;
    }

    /** Starts it. When this returns the API is served, the nodes are registered and pods are placed. */
    public TestCluster start() {
        var plan = ClusterPlan.ephemeral(List.of(NodeGroup.of("node", nodes, machine(topology))))
                .withGates(gates())
                .withContainerRules(rules());
        return switch (time) {
            case REAL -> started(plan.withTime(Time.system()), null, new ComponentThreads());
            case VIRTUAL -> {
                var threads = new ComponentThreads();
                var virtual = new VirtualTime(new Rest(threads, Rest.PATIENCE));
                yield started(plan.withTime(virtual), virtual, threads);
            }
        };
    }

    private static TestCluster started(
            ClusterPlan plan, @Nullable VirtualTime virtualOrNull, ComponentThreads threads) {
        try (var _ = threads.own()) {
            return new TestCluster(Cluster.start(plan, ClusterLog.SILENT), virtualOrNull, threads);
        } catch (IOException e) {
            throw new UncheckedIOException("the cluster does not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while the cluster was starting", e);
        }
    }

    private static Machine machine(String topology) {
        return switch (MachineNotation.parse(topology)) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException("topology: " + reason);
        };
    }

    private FeatureGates gates() {
        return switch (FeatureGates.parse(String.join(",", featureGates))) {
            case FeatureGates.Parsed.Accepted(var accepted) -> accepted;
            case FeatureGates.Parsed.Refused(var reasons) ->
                throw new IllegalArgumentException("featureGates: " + String.join("; ", reasons));
        };
    }

    private ContainerRuleSet rules() {
        if (containerRules.isEmpty()) return ContainerRuleSet.NONE;
        var problems = new ArrayList<String>();
        var rules = ContainerRulesFile.read("containerRules", containerRules, problems);
        if (!problems.isEmpty()) throw new IllegalArgumentException(String.join("; ", problems));
        return rules;
    }
}
