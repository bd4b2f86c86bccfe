package dev.plimsoll.testkit.client;

import dev.plimsoll.testkit.client.process.ClusterChild;
import dev.plimsoll.testkit.nodes.TestNodeGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a cluster for tests is to be. Each method says the same as the element of {@link PlimsollCluster} of that name. */
public final class TestClusterBuilder {
    private int nodes = 1;
    private String topology = "1s1n8c1t,memory=32Gi";
    private String featureGates = "";
    private String containerRules = "";
    private ClusterTime time = ClusterTime.REAL;
    private Duration patience = Duration.ofMinutes(1);
    private final List<String> groups = new ArrayList<>();

    TestClusterBuilder() {}

    static TestClusterBuilder of(PlimsollCluster wanted) {
        var builder = new TestClusterBuilder()
                .nodes(wanted.nodes())
                .topology(wanted.topology())
                .featureGates(wanted.featureGates())
                .containerRules(wanted.containerRules())
                .time(wanted.time())
                .patience(Duration.ofSeconds(wanted.patienceSeconds()));
        for (var spec : wanted.nodeGroups()) builder.nodeGroup(TestNodeGroup.of(spec));
        return builder;
    }

    public TestClusterBuilder nodes(int count) {
        nodes = count;
        return this;
    }

    public TestClusterBuilder topology(String notation) {
        topology = notation;
        return this;
    }

    /** Nodes of another shape: {@code name-0} and so on. */
    public TestClusterBuilder nodeGroup(String name, int count, String notation) {
        return nodeGroup(TestNodeGroup.of(name, count, notation));
    }

    /** The same with policies of their kubelets, and labels. */
    public TestClusterBuilder nodeGroup(TestNodeGroup group) {
        groups.addAll(group.message());
        return this;
    }

    public TestClusterBuilder featureGates(String... gates) {
        featureGates = String.join(",", gates);
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

    /** How long {@code await} waits where it is not told. */
    public TestClusterBuilder patience(Duration longest) {
        patience = longest;
        return this;
    }

    /** Starts it. When this returns the API is served, the nodes are registered and pods are placed. */
    public TestCluster start() {
        var request = new ArrayList<>(List.of(
                "start",
                Integer.toString(nodes),
                topology,
                featureGates,
                containerRules,
                time.name(),
                patience.toString()));
        request.addAll(groups);
        var child = ClusterChild.running();
        var started = child.call(request, question -> List.of());
        return new TestCluster(child, started.get(0), started.get(1), started.get(2), patience);
    }
}
