package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRuleSet;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRulesFile;
import dev.plimsoll.testkit.nodes.NodeSpec;
import dev.plimsoll.testkit.nodes.TestNodeGroup;
import dev.plimsoll.testkit.time.Rest;
import dev.plimsoll.testkit.time.VirtualTime;
import dev.plimsoll.testkit.work.OperatorWork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
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
    private Duration patience = Duration.ofMinutes(1);
    private final List<TestNodeGroup> groups = new ArrayList<>();

    TestClusterBuilder() {}

    static TestClusterBuilder of(PlimsollCluster wanted) {
        return new TestClusterBuilder()
                .nodes(wanted.nodes())
                .topology(wanted.topology())
                .featureGates(wanted.featureGates())
                .containerRules(wanted.containerRules())
                .time(wanted.time())
                .patience(Duration.ofSeconds(wanted.patienceSeconds()))
                .groups(wanted.nodeGroups());
    }

    private TestClusterBuilder groups(NodeSpec[] specs) {
        for (var spec : specs) nodeGroup(TestNodeGroup.of(spec));
        return this;
    }

    /** Nodes of another shape: {@code name-0} and so on. */
    public TestClusterBuilder nodeGroup(String name, int count, String notation) {
        return nodeGroup(TestNodeGroup.of(name, count, notation));
    }

    /** The same with policies of their kubelets, and labels. */
    public TestClusterBuilder nodeGroup(TestNodeGroup group) {
        groups.add(group);
        return this;
    }

    /** How long {@code await} waits where it is not told. */
    public TestClusterBuilder patience(Duration longest) {
        patience = longest;
        return this;
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
        var gates = gates();
        var all = new ArrayList<NodeGroup>();
        all.add(new WantedNodes(TestNodeGroup.of("node", nodes, topology)).group(gates));
        groups.forEach(group -> all.add(new WantedNodes(group).group(gates)));
        var problems = NodeGroup.problems(all);
        if (!problems.isEmpty()) throw new IllegalArgumentException(String.join("; ", problems));
        var plan = ClusterPlan.ephemeral(all).withGates(gates).withContainerRules(rules());
        var threads = new ComponentThreads();
        var work = new OperatorWork();
        return switch (time) {
            case REAL -> started(plan.withTime(Time.system()), null, threads, work);
            case VIRTUAL -> {
                var rest = new Rest(threads, work, Rest.PATIENCE);
                var virtual = new VirtualTime(rest);
                var cluster = started(plan.withTime(virtual), virtual, threads, work);
                rest.serves(URI.create(cluster.url()).getPort());
                yield cluster;
            }
        };
    }

    private TestCluster started(
            ClusterPlan plan, @Nullable VirtualTime virtualOrNull, ComponentThreads threads, OperatorWork work) {
        var filter = new ApiFaultFilter(plan.time()::instant);
        var log = new RememberedLog(plan.time()::instant);
        try (var _ = threads.own()) {
            var cluster = Cluster.start(plan, log, filter);
            return new TestCluster(cluster, new TestClusterParts(virtualOrNull, threads, work, filter, log, patience));
        } catch (IOException e) {
            throw new UncheckedIOException("the cluster does not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while the cluster was starting", e);
        }
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
