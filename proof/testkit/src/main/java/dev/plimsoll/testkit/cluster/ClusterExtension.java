package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.Journal;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts and ends the cluster of a test class, and hands it to tests. */
public final class ClusterExtension implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
    private static final Namespace OURS = Namespace.create(ClusterExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        var wanted = context.getRequiredTestClass().getAnnotation(PlimsollCluster.class);
        if (wanted == null) throw new IllegalStateException("@PlimsollCluster belongs on the test class itself");
        var machine = switch (MachineNotation.parse(wanted.topology())) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException("topology: " + reason);
        };
        var gates = switch (FeatureGates.parse(String.join(",", wanted.featureGates()))) {
            case FeatureGates.Parsed.Accepted(var accepted) -> accepted;
            case FeatureGates.Parsed.Refused(var reasons) ->
                throw new IllegalArgumentException("featureGates: " + String.join("; ", reasons));
        };
        var plan = ClusterPlan.ephemeral(List.of(NodeGroup.of("node", wanted.nodes(), machine)))
                .withGates(gates);
        var cluster = new TestCluster(Cluster.start(plan, Journal.SILENT));
        context.getStore(OURS).put(context.getRequiredTestClass(), cluster);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        var cluster = context.getStore(OURS).remove(context.getRequiredTestClass(), TestCluster.class);
        if (cluster != null) cluster.close();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == TestCluster.class
                || type == KubernetesClient.class
                || type == ApiClient.class
                || type.getName().equals(OfficialClient.TYPE);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var cluster = context.getStore(OURS).get(context.getRequiredTestClass(), TestCluster.class);
        if (cluster == null) throw new IllegalStateException("the cluster has not started");
        var type = parameter.getParameter().getType();
        if (type == KubernetesClient.class) return cluster.fabric8();
        if (type.getName().equals(OfficialClient.TYPE)) return OfficialClient.of(cluster);
        return type == ApiClient.class ? cluster.client() : cluster;
    }
}
