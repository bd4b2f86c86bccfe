package dev.plimsoll.testkit.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.testkit.clients.Fabric8;
import dev.plimsoll.testkit.clients.OfficialClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
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

/**
 * Starts the cluster of a test class, hands it to tests, and adds the state of the cluster to what makes a test fail; JUnit ends what is
 * kept in its stores.
 */
public final class ClusterExtension
        implements BeforeAllCallback,
                ParameterResolver,
                AfterTestExecutionCallback,
                LifecycleMethodExecutionExceptionHandler {
    private static final Namespace OURS = Namespace.create(ClusterExtension.class);
    private static final String CLUSTER = "cluster";
    /** Where the whole state goes when a test fails; what Maven and Gradle clean. */
    private static final String REPORTS = "plimsoll.reports";

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
        var cluster = switch (wanted.scope()) {
            case CLASS -> start(wanted);
            case SUITE ->
                context.getRoot().getStore(OURS).computeIfAbsent(wanted, ClusterExtension::start, TestCluster.class);
        };
        // Of a class: what is in a context's store is closed with the context.
        context.getStore(OURS).put(CLUSTER, wanted.scope() == ClusterScope.CLASS ? cluster : new Shared(cluster));
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
        failure.addSuppressed(new ClusterState(cluster.state() + "\n" + dumped(cluster, context)));
    }

    private static String dumped(TestCluster cluster, ExtensionContext context) {
        var folder = Path.of(Optional.ofNullable(System.getProperty(REPORTS)).orElse("target/plimsoll"));
        var name = context.getRequiredTestClass().getName() + "."
                + context.getTestMethod().map(method -> method.getName()).orElse("setup");
        try {
            return "all objects and the log: " + cluster.dump(folder, name).toAbsolutePath();
        } catch (IOException e) {
            return "all objects and the log could not be written to " + folder + ": " + e
                    + "; name another folder with -D" + REPORTS;
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
                || type == ApiClient.class
                || type.getName().equals(Fabric8.TYPE)
                || type.getName().equals(OfficialClient.TYPE);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var cluster = found(context);
        if (cluster == null) throw new IllegalStateException("the cluster has not started");
        var type = parameter.getParameter().getType();
        return switch (type.getName()) {
            case Fabric8.TYPE -> cluster.fabric8();
            case OfficialClient.TYPE -> OfficialClient.of(cluster.kubeconfig());
            default -> type == ApiClient.class ? cluster.client() : cluster;
        };
    }
}
