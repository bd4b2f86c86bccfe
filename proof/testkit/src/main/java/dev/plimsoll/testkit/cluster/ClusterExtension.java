package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.ApiClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the cluster of a test class, and hands it to tests; JUnit ends what is kept in its stores. */
public final class ClusterExtension implements BeforeAllCallback, ParameterResolver {
    private static final Namespace OURS = Namespace.create(ClusterExtension.class);
    private static final String CLUSTER = "cluster";

    @Override
    public void beforeAll(ExtensionContext context) {
        // A nested class uses the cluster of the one around it, unless it asks for another.
        var own = context.getRequiredTestClass().getAnnotation(PlimsollCluster.class);
        if (own == null && found(context) != null) return;
        if (own == null) throw new IllegalStateException("@PlimsollCluster belongs on the test class itself");
        var cluster = switch (own.scope()) {
            case CLASS -> start(own);
            case SUITE ->
                context.getRoot().getStore(OURS).computeIfAbsent(own, ClusterExtension::start, TestCluster.class);
        };
        // Of a class: what is in a context's store is closed with the context.
        context.getStore(OURS).put(CLUSTER, own.scope() == ClusterScope.CLASS ? cluster : new Shared(cluster));
    }

    /** A cluster that this class must not close. */
    private record Shared(TestCluster cluster) {}

    private static @Nullable TestCluster found(ExtensionContext context) {
        return switch (context.getStore(OURS).get(CLUSTER)) {
            case TestCluster cluster -> cluster;
            case Shared(var cluster) -> cluster;
            case null, default -> null;
        };
    }

    private static TestCluster start(PlimsollCluster wanted) {
        return TestClusterBuilder.of(wanted).start();
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
        var cluster = found(context);
        if (cluster == null) throw new IllegalStateException("the cluster has not started");
        var type = parameter.getParameter().getType();
        if (type == KubernetesClient.class) return cluster.fabric8();
        if (type.getName().equals(OfficialClient.TYPE)) return OfficialClient.of(cluster);
        return type == ApiClient.class ? cluster.client() : cluster;
    }
}
