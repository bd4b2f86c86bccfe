package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.bootstrap.ServerEndpoint;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The service {@code kubernetes} of the namespace {@code default}, by which pods find the API server, with the address of this server
 * in its endpoints. It and the namespaces that every cluster has are made again when somebody deletes them.
 */
final class KubernetesService implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final String NAME = "kubernetes";
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final Engine engine;
    private final BootstrapObjects objects;
    private final ServerEndpoint server;
    private final UpkeepLoop loop;

    private KubernetesService(
            Engine engine, BootstrapObjects objects, ServerEndpoint server, Consumer<Throwable> troubles) {
        this.engine = engine;
        this.objects = objects;
        this.server = server;
        this.loop = new UpkeepLoop("kubernetes-service", engine, PERIOD, this::ensure, troubles);
    }

    /**
     * Makes the service, and keeps it.
     *
     * @param address where clients reach this server
     */
    static KubernetesService started(
            Engine engine, BootstrapObjects objects, InetAddress address, int port, Consumer<Throwable> troubles) {
        var service = new KubernetesService(engine, objects, new ServerEndpoint(address, port), troubles);
        service.loop.attempt(service::ensure);
        engine.registry().onRemoval((_, last) -> service.removed(last));
        service.loop.start();
        return service;
    }

    private void removed(ObjectNode last) {
        var name = DocumentMetadata.of(last).name();
        if (name.equals(NAME) || name.equals("kube-node-lease")) loop.wake();
    }

    private void ensure() {
        objects.ensureNamespaces();
        var clusterIp = engine.services().network().addresses().first();
        complete("", "Service", service -> server.completeService(service, NAME, clusterIp));
        complete("", "Endpoints", server::completeEndpoints);
        complete("discovery.k8s.io", "EndpointSlice", slice -> server.completeSlice(slice, NAME));
    }

    private void complete(String group, String kind, Consumer<ObjectNode> completion) {
        objects.complete(engine.kinds().named(group, kind), NAMESPACE, NAME, completion);
    }

    @Override
    public void close() {
        loop.close();
    }
}
