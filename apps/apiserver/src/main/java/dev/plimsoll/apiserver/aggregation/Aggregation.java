package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.verbs.StatusOwnership;
import dev.plimsoll.apiserver.webhooks.ServiceAddress;
import dev.plimsoll.kinds.builtin.Kinds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** All that this server does for the API servers behind it. */
public final class Aggregation implements AutoCloseable {
    private final Registry registry;
    private final Kinds kinds;
    private final BackendConnections connections;
    private final BackendCatalog catalog;
    private final ApiServiceProxy proxy;
    private final ApiServiceStatus status;

    /**
     * To be made before any object is read, so that nothing is missed.
     *
     * @param patience for the answer of a backend, watches and sessions excepted
     */
    public Aggregation(
            Registry registry,
            Kinds kinds,
            Pki pki,
            Duration patience,
            StatusOwnership owners,
            InstantSource clock,
            Consumer<Throwable> troubles) {
        this.registry = registry;
        this.kinds = kinds;
        var index = new ApiServiceIndex();
        connections = new BackendConnections(new ServiceAddress(registry, kinds), pki);
        catalog = new BackendCatalog(index);
        proxy = new ApiServiceProxy(index, connections, patience);
        status = new ApiServiceStatus(
                registry, kinds, index, catalog, new DiscoveryCheck(connections, catalog), owners, clock, troubles);
        registry.observe(kinds.named("apiregistration.k8s.io", "APIService"), index);
        registry.observe(kinds.named("", "Service"), status.ofServices());
        registry.observe(kinds.named("discovery.k8s.io", "EndpointSlice"), status.ofServices());
    }

    /** Begins to keep the status of APIServices. */
    public void start() {
        registry.awaitOwnWrites(kinds.named("apiregistration.k8s.io", "APIService"));
        status.start();
    }

    public ApiServiceProxy proxy() {
        return proxy;
    }

    public BackendCatalog catalog() {
        return catalog;
    }

    /** Names of the APIServices that cannot be asked now. */
    public List<String> unavailable() {
        return status.unavailable();
    }

    @Override
    public void close() {
        status.close();
        connections.close();
    }
}
