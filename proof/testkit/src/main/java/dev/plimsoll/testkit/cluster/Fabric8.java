package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.OperationInfo;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;

/** All that needs the fabric8 client, which a project brings in the version of its own. */
final class Fabric8 implements AutoCloseable {
    /** Compared by name, so that nobody needs the library who does not ask for it. */
    static final String TYPE = "io.fabric8.kubernetes.client.KubernetesClient";

    private final KubernetesClient client;

    private Fabric8(KubernetesClient client) {
        this.client = client;
    }

    /** @param executor on which informers and watches call their handlers */
    static Fabric8 of(String kubeconfig, Executor executor) {
        try {
            return new Fabric8(new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(kubeconfig))
                    .withTaskExecutor(executor)
                    .build());
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "the fabric8 client is not on the class path, or parts of it are of different versions; "
                            + "add io.fabric8:kubernetes-client, and import io.fabric8:kubernetes-client-bom to keep its parts together",
                    e);
        }
    }

    /** The client; {@code close} of it does nothing, since others use it too. */
    KubernetesClient shared() {
        return (KubernetesClient) Proxy.newProxyInstance(
                KubernetesClient.class.getClassLoader(),
                new Class<?>[] {KubernetesClient.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("close") && method.getParameterCount() == 0) return null;
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Where objects of a class are served. */
    static ApiResource resource(Class<?> type) {
        if (!HasMetadata.class.isAssignableFrom(type))
            throw new IllegalArgumentException(
                    type.getName() + " is no kind of the fabric8 client: it has to implement "
                            + "HasMetadata. For others use await(ApiResource, ObjectName, Predicate)");
        var kind = type.asSubclass(HasMetadata.class);
        var group = HasMetadata.getGroup(kind);
        var name = group == null ? "" : group;
        var version = HasMetadata.getVersion(kind);
        var plural = HasMetadata.getPlural(kind);
        return Namespaced.class.isAssignableFrom(type)
                ? ApiResource.namespaced(name, version, plural, HasMetadata.getKind(kind))
                : ApiResource.clustered(name, version, plural, HasMetadata.getKind(kind));
    }

    <T> T read(ObjectNode document, Class<T> type) {
        return client.getKubernetesSerialization().unmarshal(document.toString(), type);
    }

    /** Of what the client addresses; empty where it cannot be told. */
    static String namespace(Resource<?> resource) {
        if (!(resource instanceof OperationInfo operation)) return "";
        var namespace = operation.getNamespace();
        return namespace == null ? "" : namespace;
    }

    @Override
    public void close() {
        client.close();
    }
}
