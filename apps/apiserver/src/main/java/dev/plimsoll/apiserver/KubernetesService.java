package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The service {@code kubernetes} of the namespace {@code default}, by which pods find the API server, with the address of this server
 * in its endpoints. It and the namespaces that every cluster has are made again when somebody deletes them.
 */
final class KubernetesService implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final String NAME = "kubernetes";
    private static final int PORT = 443;
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 5;

    private final Engine engine;
    private final BootstrapObjects objects;
    private final InetAddress address;
    private final int port;
    private final Consumer<Throwable> troubles;
    private final Semaphore removals = new Semaphore(0);
    private final Thread loop;
    private volatile boolean closed;

    private KubernetesService(
            Engine engine, BootstrapObjects objects, InetAddress address, int port, Consumer<Throwable> troubles) {
        this.engine = engine;
        this.objects = objects;
        this.address = address;
        this.port = port;
        this.troubles = troubles;
        this.loop = Thread.ofVirtual().name("kubernetes-service").unstarted(this::run);
    }

    /**
     * Makes the service, and keeps it.
     *
     * @param address where clients reach this server
     */
    static KubernetesService started(
            Engine engine, BootstrapObjects objects, InetAddress address, int port, Consumer<Throwable> troubles) {
        var service = new KubernetesService(engine, objects, address, port, troubles);
        service.ensure();
        engine.registry().onRemoval((_, last) -> service.removed(last));
        service.loop.start();
        return service;
    }

    private void removed(ObjectNode last) {
        var name = last.path("metadata").path("name").asText();
        if (name.equals(NAME) || name.equals("kube-node-lease")) removals.release();
    }

    private void run() {
        try {
            while (!closed) {
                if (removals.tryAcquire(PERIOD.toNanos(), TimeUnit.NANOSECONDS)) removals.drainPermits();
                if (!closed && !engine.registry().isClosed()) ensure();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A store that cannot answer now is asked again at the next turn. */
    private void ensure() {
        try {
            objects.ensureNamespaces();
            reconcile(engine.kinds().named("", "Service"), this::service);
            reconcile(engine.kinds().named("", "Endpoints"), this::endpoints);
            reconcile(engine.kinds().named("discovery.k8s.io", "EndpointSlice"), this::slice);
        } catch (StoreException | RefusedException trouble) {
            if (!closed && !engine.registry().isClosed()) troubles.accept(trouble);
        }
    }

    /** What an object is to be, from what it is. */
    private interface Completion {
        void complete(ObjectNode document);
    }

    private void reconcile(Kind kind, Completion completion) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var stored = engine.registry().find(kind, NAMESPACE, NAME);
            if (stored.isEmpty()) {
                var sent = JsonNodeFactory.instance.objectNode();
                sent.putObject("metadata").put("name", NAME).put("namespace", NAMESPACE);
                completion.complete(sent);
                if (objects.create(kind, objects.decoded(kind, sent))) return;
                continue;
            }
            var next = stored.get().tree().deepCopy();
            completion.complete(next);
            if (next.equals(stored.get().tree())
                    || engine.registry().replace(stored.get(), next) instanceof Written.Done) return;
        }
    }

    private void service(ObjectNode service) {
        var isNew = !service.has("spec");
        var labels = service.withObject("/metadata/labels");
        labels.put("component", "apiserver").put("provider", NAME);
        var spec = service.withObject("/spec");
        if (isNew) {
            spec.put("clusterIP", engine.services().network().addresses().first());
            spec.put("sessionAffinity", "None").put("type", "ClusterIP");
        }
        var wanted = JsonNodeFactory.instance.arrayNode();
        wanted.addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", PORT)
                .put("targetPort", port);
        if (!wanted.equals(spec.path("ports"))) spec.set("ports", wanted);
    }

    private void endpoints(ObjectNode endpoints) {
        endpoints.withObject("/metadata/labels").put("endpointslice.kubernetes.io/skip-mirror", "true");
        var subset = endpoints.path("subsets").path(0);
        var known = hasPort(subset) ? subset.path("addresses") : JsonNodeFactory.instance.arrayNode();
        if (has(known, "/ip")) return;
        var written = JsonNodeFactory.instance.objectNode();
        var addresses = written.putArray("addresses");
        known.forEach(addresses::add);
        addresses.addObject().put("ip", address.getHostAddress());
        written.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", port)
                .put("protocol", "TCP");
        endpoints.putArray("subsets").add(written);
    }

    private void slice(ObjectNode slice) {
        slice.withObject("/metadata/labels").put("kubernetes.io/service-name", NAME);
        var known = hasPort(slice) ? slice.path("endpoints") : JsonNodeFactory.instance.arrayNode();
        if (has(known, "/addresses/0")) return;
        slice.put("addressType", address.getAddress().length == 4 ? "IPv4" : "IPv6");
        var endpoints = JsonNodeFactory.instance.arrayNode();
        known.forEach(endpoints::add);
        var added = endpoints.addObject();
        added.putArray("addresses").add(address.getHostAddress());
        added.putObject("conditions").put("ready", true);
        slice.set("endpoints", endpoints);
        slice.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", port);
    }

    /** Servers that listen on other ports are others' endpoints no more: all servers of a cluster listen on the same. */
    private boolean hasPort(JsonNode holder) {
        return holder.path("ports").path(0).path("port").asInt() == port;
    }

    private boolean has(JsonNode list, String pointer) {
        for (var each : list) if (each.at(pointer).asText().equals(address.getHostAddress())) return true;
        return false;
    }

    @Override
    public void close() {
        closed = true;
        loop.interrupt();
    }
}
