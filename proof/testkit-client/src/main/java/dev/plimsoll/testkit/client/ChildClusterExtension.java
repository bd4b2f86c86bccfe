package dev.plimsoll.testkit.client;

import dev.plimsoll.testkit.clients.Fabric8;
import dev.plimsoll.testkit.clients.OfficialClient;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Starts the cluster of a test class, hands it to tests, and adds the state of the cluster to what makes a test fail. */
public final class ChildClusterExtension
        implements BeforeAllCallback,
                ParameterResolver,
                AfterTestExecutionCallback,
                LifecycleMethodExecutionExceptionHandler {
    private static final Namespace OURS = Namespace.create(ChildClusterExtension.class);
    private static final String CLUSTER = "cluster";
    private static final String REPORTS = "plimsoll.reports";

    /** Closed by JUnit 5 for the one, and by JUnit 6 for the other. */
    @SuppressWarnings("deprecation")
    private record Kept(TestCluster cluster) implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        @Override
        public void close() {
            cluster.close();
        }
    }

    /** A cluster that this class must not close. */
    private record Shared(TestCluster cluster) {}

    @Override
    public void beforeAll(ExtensionContext context) {
        // A nested class uses the cluster of the one around it, unless it asks for another.
        var type = context.getRequiredTestClass();
        var own = AnnotationSupport.findAnnotation(type, PlimsollCluster.class);
        if (own.isEmpty() && found(context) != null) return;
        var wanted = own.orElseThrow(
                () -> new IllegalStateException(
                        type.getName()
                                + " has no cluster: put @PlimsollCluster on the class, on the one that it extends, or on an annotation of it"));
        if (wanted.scope() == ClusterScope.CLASS) context.getStore(OURS).put(CLUSTER, new Kept(started(wanted)));
        else context.getStore(OURS).put(CLUSTER, new Shared(shared(context, wanted)));
    }

    private static synchronized TestCluster shared(ExtensionContext context, PlimsollCluster wanted) {
        var store = context.getRoot().getStore(OURS);
        if (store.get(wanted) instanceof Kept before) return before.cluster();
        var kept = new Kept(started(wanted));
        store.put(wanted, kept);
        return kept.cluster();
    }

    private static TestCluster started(PlimsollCluster wanted) {
        return TestClusterBuilder.of(wanted).start();
    }

    private static @Nullable TestCluster found(ExtensionContext context) {
        var kept = context.getStore(OURS).get(CLUSTER);
        if (kept instanceof Kept of) return of.cluster();
        return kept instanceof Shared shared ? shared.cluster() : null;
    }

    /** Before the test tidies up. */
    @Override
    public void afterTestExecution(ExtensionContext context) {
        context.getExecutionException()
                .filter(failure -> !(failure instanceof TestAbortedException))
                .ifPresent(failure -> explain(failure, context));
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        explain(failure, context);
        throw failure;
    }

    private static void explain(Throwable failure, ExtensionContext context) {
        var cluster = found(context);
        if (cluster == null) return;
        var name = context.getRequiredTestClass().getName() + "."
                + context.getTestMethod().map(method -> method.getName()).orElse("setup");
        try {
            var file = cluster.dump(Path.of(System.getProperty(REPORTS, "target/plimsoll")), name);
            failure.addSuppressed(new ClusterState(cluster.state() + "\nall objects and the log: " + file));
        } catch (RuntimeException e) {
            failure.addSuppressed(e); // what failed first is told first
        }
    }

    /** What the cluster was like when a test failed. It is no failure of its own, and has no stack trace. */
    private static final class ClusterState extends Exception {
        private static final long serialVersionUID = 1;

        ClusterState(String text) {
            super("the cluster when the test failed:\n" + text, null, false, false);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == TestCluster.class
                || type.getName().equals(Fabric8.TYPE)
                || type.getName().equals(OfficialClient.TYPE);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var cluster = found(context);
        if (cluster == null) throw new IllegalStateException("the cluster has not started");
        var type = parameter.getParameter().getType();
        if (type.getName().equals(Fabric8.TYPE)) return cluster.fabric8();
        return type.getName().equals(OfficialClient.TYPE) ? OfficialClient.of(cluster.kubeconfig()) : cluster;
    }
}
