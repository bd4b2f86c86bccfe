package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.bootstrap.IdentityLease;
import dev.plimsoll.kinds.bootstrap.ServerEndpoint;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The service {@code kubernetes} of the namespace {@code default}, by which pods find the API server, with the address of this server
 * in its endpoints. It and the namespaces that every cluster has are made again when somebody deletes them.
 *
 * <p>Each server renews a lease. An address whose lease nobody renews is taken out of the endpoints by the servers that are left; a
 * server that ends in order takes its own out.
 */
final class KubernetesService implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final String NAME = "kubernetes";
    private static final String LEASES = "kube-system";
    private static final Duration PERIOD = Duration.ofSeconds(10);
    /** Three renewals may be missed. */
    private static final Duration PATIENCE = PERIOD.multipliedBy(3).plusSeconds(5);

    private final Engine engine;
    private final BootstrapObjects objects;
    private final ServerEndpoint server;
    private final String holder;
    private final String lease;
    private final LiveServers live;
    private final UpkeepLoop loop;
    private boolean hasLeft;

    private KubernetesService(
            Engine engine, BootstrapObjects objects, ServerEndpoint server, Time time, Consumer<Throwable> troubles) {
        this.engine = engine;
        this.objects = objects;
        this.server = server;
        this.lease = IdentityLease.name(server);
        this.holder = lease + "_" + engine.uids().get();
        this.live = new LiveServers(PATIENCE, time::nanos);
        this.loop = new UpkeepLoop("kubernetes-service", engine, PERIOD, this::keep, troubles);
    }

    /**
     * Makes the service, and keeps it.
     *
     * @param address where clients reach this server
     */
    static KubernetesService started(
            Engine engine,
            BootstrapObjects objects,
            InetAddress address,
            int port,
            Time time,
            Consumer<Throwable> troubles) {
        var service = new KubernetesService(engine, objects, new ServerEndpoint(address, port), time, troubles);
        service.loop.attempt(service::ensure);
        engine.registry().onRemoval((_, last) -> service.removed(last));
        service.loop.start();
        return service;
    }

    private void removed(ObjectNode last) {
        var name = DocumentMetadata.of(last).name();
        if (name.equals(NAME) || name.equals("kube-node-lease")) loop.wake();
    }

    /** What is done when the server listens already: nobody waits for the lease. */
    private synchronized void keep() {
        if (hasLeft) return;
        renew();
        observe();
        ensure();
    }

    private void ensure() {
        objects.ensureNamespaces();
        var clusterIp = engine.services().network().addresses().first();
        complete("", "Service", service -> server.completeService(service, NAME, clusterIp));
        complete("", "Endpoints", endpoints -> server.completeEndpoints(endpoints, live::isAlive));
        complete("discovery.k8s.io", "EndpointSlice", slice -> server.completeSlice(slice, NAME, live::isAlive));
    }

    private void complete(String group, String kind, Consumer<ObjectNode> completion) {
        objects.complete(engine.kinds().named(group, kind), NAMESPACE, NAME, completion);
    }

    private void renew() {
        var now = engine.clock().instant();
        objects.complete(leases(), LEASES, lease, each -> IdentityLease.renew(each, holder, server, now));
    }

    private Kind leases() {
        return engine.kinds().named("coordination.k8s.io", "Lease");
    }

    /** Reads the leases of all servers; those that nobody renewed for long go. */
    private void observe() {
        var renewals = new HashMap<String, String>();
        for (var object : engine.registry().latest(leases(), LEASES).objects()) {
            var document = object.object().tree();
            if (!IdentityLease.isOne(document)) continue;
            if (IdentityLease.isExpired(document, engine.clock().instant()))
                engine.registry().delete(object.object());
            else renewals.put(IdentityLease.address(document), IdentityLease.renewal(document));
        }
        var endpoints = engine.registry().find(engine.kinds().named("", "Endpoints"), NAMESPACE, NAME);
        live.observe(renewals, endpoints.map(each -> server.others(each.tree())).orElse(Set.of()));
    }

    /** Before the server stops to answer: clients that look for a server do not find this one any more. */
    synchronized void leave() {
        hasLeft = true;
        loop.attempt(() -> {
            withoutThisServer("", "Endpoints", server::leaveEndpoints);
            withoutThisServer("discovery.k8s.io", "EndpointSlice", server::leaveSlice);
            engine.registry().find(leases(), LEASES, lease).ifPresent(engine.registry()::delete);
        });
    }

    private void withoutThisServer(String group, String kind, Consumer<ObjectNode> departure) {
        if (engine.registry()
                .find(engine.kinds().named(group, kind), NAMESPACE, NAME)
                .isPresent()) complete(group, kind, departure);
    }

    @Override
    public void close() {
        loop.close();
    }
}
