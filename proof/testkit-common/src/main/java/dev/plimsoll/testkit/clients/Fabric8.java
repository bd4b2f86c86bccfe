package dev.plimsoll.testkit.clients;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.OperationInfo;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;

/** All that needs the fabric8 client, which a project brings in the version of its own. */
public final class Fabric8 implements AutoCloseable {
    /** Compared by name, so that nobody needs the library who does not ask for it. */
    public static final String TYPE = "io.fabric8.kubernetes.client.KubernetesClient";

    private final KubernetesClient client;

    private Fabric8(KubernetesClient client) {
        this.client = client;
    }

    /**
     * A client of the library that the project brings; fails where there is none.
     *
     * @param executor on which informers and watches call their handlers
     */
    public static Fabric8 of(String kubeconfig, Executor executor) {
        try {
            return new Fabric8(new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(kubeconfig))
                    .withTaskExecutor(executor)
                    .build());
        } catch (LinkageError e) {
            throw new IllegalStateException(
                    "the fabric8 client is not on the class path, or parts of it are of different versions; "
                            + "add io.fabric8:kubernetes-client, and import io.fabric8:kubernetes-client-bom to keep its parts together",
                    e);
        }
    }

    /** The client; {@code close} of it does nothing, since others use it too. */
    public KubernetesClient shared() {
        return (KubernetesClient) Proxy.newProxyInstance(
                KubernetesClient.class.getClassLoader(),
                new Class<?>[] {KubernetesClient.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("close") && method.getParameterCount() == 0) return null;
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** What a class and a name address; the namespace is empty for objects that have none. */
    public static <T extends HasMetadata> Resource<T> resource(
            KubernetesClient client, Class<T> type, String namespace, String name) {
        var all = client.resources(type);
        return namespace.isEmpty()
                ? all.withName(name)
                : all.inNamespace(namespace).withName(name);
    }

    /** What the client addresses, for people. */
    static String name(Resource<?> resource) {
        if (!(resource instanceof OperationInfo operation)) return resource.toString();
        var namespace = namespace(resource);
        return operation.getKind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + operation.getName();
    }

    /** The namespace of what the client addresses; empty where it cannot be told. */
    public static String namespace(Resource<?> resource) {
        if (!(resource instanceof OperationInfo operation)) return "";
        var namespace = operation.getNamespace();
        return namespace == null ? "" : namespace;
    }

    @Override
    public void close() {
        client.close();
    }
}
