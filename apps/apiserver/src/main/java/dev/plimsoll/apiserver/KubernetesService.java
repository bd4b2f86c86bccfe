package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.bootstrap.ServerEndpoint;
import dev.plimsoll.kinds.documents.DocumentMetadata;
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
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 5;

    private final Engine engine;
    private final BootstrapObjects objects;
    private final ServerEndpoint server;
    private final Consumer<Throwable> troubles;
    private final Semaphore removals = new Semaphore(0);
    private final Thread loop;
    private volatile boolean closed;

    private KubernetesService(
            Engine engine, BootstrapObjects objects, ServerEndpoint server, Consumer<Throwable> troubles) {
        this.engine = engine;
        this.objects = objects;
        this.server = server;
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
        var service = new KubernetesService(engine, objects, new ServerEndpoint(address, port), troubles);
        service.ensure();
        engine.registry().onRemoval((_, last) -> service.removed(last));
        service.loop.start();
        return service;
    }

    private void removed(ObjectNode last) {
        var name = DocumentMetadata.of(last).name();
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
            var clusterIp = engine.services().network().addresses().first();
            reconcile(engine.kinds().named("", "Service"), service -> server.completeService(service, NAME, clusterIp));
            reconcile(engine.kinds().named("", "Endpoints"), server::completeEndpoints);
            reconcile(
                    engine.kinds().named("discovery.k8s.io", "EndpointSlice"),
                    slice -> server.completeSlice(slice, NAME));
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
                var sent = DocumentMetadata.named(NAMESPACE, NAME);
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

    @Override
    public void close() {
        closed = true;
        loop.interrupt();
    }
}
