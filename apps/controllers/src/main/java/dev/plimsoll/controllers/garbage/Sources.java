package dev.plimsoll.controllers.garbage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.MetadataReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Everything that can be deleted, for its metadata: from the caches of the controllers, or by watches of its own. */
final class Sources implements AutoCloseable {
    private static final Duration LONGEST_LIST = Duration.ofSeconds(30);
    /** Events belong to nobody, and readings are not kept. */
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");

    private final ControllerContext around;
    private final RandomGenerator random;
    private final BiConsumer<ApiResource, CacheChange<ObjectMetadata>> follower;
    private final Map<ApiResource, Source> sources = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    /** The objects of one resource. */
    private interface Source {
        Cache<?> cache();

        /** Stops. What was there is told as removed where its whole kind is gone. */
        void end(boolean isGone);
    }

    Sources(
            ControllerContext around,
            RandomGenerator random,
            BiConsumer<ApiResource, CacheChange<ObjectMetadata>> follower) {
        this.around = around;
        this.random = random;
        this.follower = follower;
    }

    /** Follows what is served now, and nothing else; whether all of it has been listed. */
    boolean follow(DiscoveryClient.Found found) throws InterruptedException {
        var end = System.nanoTime() + LONGEST_LIST.toNanos();
        // Lists are awaited without the lock, so that close() does not wait for them.
        for (var cache : locked(() -> updated(found))) {
            if (!cache.awaitSync(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) return false;
        }
        return true;
    }

    private List<Cache<?>> updated(DiscoveryClient.Found found) {
        if (closed) return List.of();
        for (var served : found.resources()) {
            var resource = served.resource();
            var wanted = served.can("list", "watch", "delete")
                    && !resource.group().equals("metrics.k8s.io")
                    && !IGNORED.contains(resource.toString())
                    && !resource.equals(ApiResource.PODS);
            if (wanted && !sources.containsKey(resource)) sources.put(resource, begun(resource));
        }
        if (found.problem().isEmpty()) {
            var now = found.resources().stream()
                    .map(DiscoveryClient.Served::resource)
                    .toList();
            sources.entrySet().removeIf(entry -> {
                var gone = !now.contains(entry.getKey());
                if (gone) entry.getValue().end(true);
                return gone;
            });
        }
        return sources.values().stream().<Cache<?>>map(Source::cache).toList();
    }

    private <R> R locked(Supplier<R> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Shares the cache of the controllers where they have one. With two watches, garbage collection could hear of a deleted owner first: it
     * would delete what the controller creates again, in a loop.
     */
    private Source begun(ApiResource resource) {
        return around.informers()
                .ofAll(resource)
                .<Source>map(cache -> shared(resource, cache))
                .orElseGet(() -> own(resource));
    }

    private <T extends ApiObject> Source shared(ApiResource resource, Cache<T> shared) {
        var subscription = shared.subscribe(change -> follower.accept(resource, change.map(ApiObject::metadata)));
        return new Source() {
            @Override
            public Cache<?> cache() {
                return shared;
            }

            @Override
            public void end(boolean isGone) {
                subscription.close();
                if (!isGone) return;
                for (var each : shared.all())
                    follower.accept(resource, new CacheChange.Removed<>(each.name(), each.metadata()));
            }
        };
    }

    private Source own(ApiResource resource) {
        var made = new Cache<ObjectMetadata>(
                document -> new Decoded.View<>(MetadataReader.read(document)), List.of(), around.reporter());
        made.subscribe(change -> follower.accept(resource, change));
        var reflector = new Reflector<>(
                around.client(), resource, ObjectSelection.ALL, made, around.reporter(), around.time(), random);
        var thread = ComponentThreads.named("gc-" + resource).start(reflector);
        return new Source() {
            @Override
            public Cache<?> cache() {
                return made;
            }

            @Override
            public void end(boolean isGone) {
                reflector.close();
                thread.interrupt();
                if (isGone) made.replace(List.of());
            }
        };
    }

    @Override
    public void close() {
        locked(() -> {
            closed = true;
            for (var source : sources.values()) source.end(false);
            sources.clear();
            return true;
        });
    }
}
