package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Follows the services of the API, from the first time on that somebody asks: most simulated clusters never do. */
public final class WatchedServices implements ClusterServices, AutoCloseable {
    private static final Duration LONGEST_SYNC = Duration.ofSeconds(10);
    private static final CacheIndex<EndpointSliceObject> BY_SERVICE =
            new CacheIndex<>("service", slice -> Set.of(slice.metadata().namespace() + "/" + slice.serviceName()));

    private final Cache<ServiceObject> services;
    private final Cache<EndpointSliceObject> slices;
    private final List<Reflector<?>> reflectors;
    /** Guarded by this. */
    private final List<Thread> threads = new ArrayList<>();

    private boolean isClosed;

    public WatchedServices(ApiClient client, Time time, RandomGenerator random, Observer observer) {
        services = new Cache<>(
                document -> new ObjectDecoder.Decoded.View<>(new ServiceObject(document)), List.of(), observer);
        slices = new Cache<>(
                document -> new ObjectDecoder.Decoded.View<>(new EndpointSliceObject(document)),
                List.of(BY_SERVICE),
                observer);
        reflectors = List.of(
                new Reflector<>(client, ApiResource.SERVICES, ObjectSelection.ALL, services, observer, time, random),
                new Reflector<>(
                        client, ApiResource.ENDPOINT_SLICES, ObjectSelection.ALL, slices, observer, time, random));
    }

    @Override
    public List<ServiceObject> all() {
        follow();
        return services.all();
    }

    @Override
    public List<EndpointSliceObject> slices(String namespace, String service) {
        follow();
        return slices.found(BY_SERVICE, namespace + "/" + service);
    }

    private void follow() {
        if (!begin()) return;
        try {
            services.awaitSync(LONGEST_SYNC);
            slices.awaitSync(LONGEST_SYNC);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // whoever asks notices it when he waits next
        }
    }

    /** Whether it begins now; only the first who asks waits until all is known. */
    private synchronized boolean begin() {
        if (!threads.isEmpty() || isClosed) return false;
        for (var reflector : reflectors)
            threads.add(ComponentThreads.named("plimsoll-services").start(reflector));
        return true;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        reflectors.forEach(Reflector::close);
        threads.forEach(Thread::interrupt);
    }
}
