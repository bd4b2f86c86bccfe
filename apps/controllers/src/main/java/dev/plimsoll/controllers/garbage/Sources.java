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
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that can be deleted, for its metadata: from the caches of the controllers, or by watches of its own. */
final class Sources implements AutoCloseable {
    private static final Duration LONGEST_LIST = Duration.ofSeconds(30);
    /** Events belong to nobody, and readings are not kept. */
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");

    private final ControllerContext around;
    private final RandomGenerator random;
    private final BiConsumer<ApiResource, CacheChange<ObjectMetadata>> follower;
    private final Consumer<ObjectMetadata> lost;
    private final Map<ApiResource, Source> sources = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    /** The objects of one resource. */
    private interface Source {
        Cache<?> cache();

        Stream<ObjectMetadata> objects();

        void end();
    }

    /**
     * @param follower hears of what changes
     * @param lost hears of what nobody follows any more, since its kind is not served: whether it is there is not known then
     */
    Sources(
            ControllerContext around,
            RandomGenerator random,
            BiConsumer<ApiResource, CacheChange<ObjectMetadata>> follower,
            Consumer<ObjectMetadata> lost) {
        this.around = around;
        this.random = random;
        this.follower = follower;
        this.lost = lost;
    }

    /** Follows what is served now, and nothing else; whether all of it has been listed. */
    boolean follow(DiscoveryClient.Found found) throws InterruptedException {
        var end = System.nanoTime() + LONGEST_LIST.toNanos();
        // Lists are awaited without the lock, so that close() does not wait for them.
        for (var cache : locked(() -> updated(found))) {
            if (!cache.awaitSync(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) return false;
        }
        if (found.problem().isEmpty()) locked(() -> endUnserved(found.resources()));
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
        return sources.values().stream().<Cache<?>>map(Source::cache).toList();
    }

    /**
     * Ends what follows a version that is not preferred any more. What the version that took its place has is still there, and is followed
     * from before the other one ended.
     */
    private boolean endUnserved(List<DiscoveryClient.Served> served) {
        var now = served.stream().map(DiscoveryClient.Served::resource).collect(Collectors.toSet());
        for (var resource : List.copyOf(sources.keySet())) {
            if (now.contains(resource)) continue;
            var ended = sources.remove(resource);
            if (ended == null) continue;
            var kept = sources.entrySet().stream()
                    .filter(other -> other.getKey().group().equals(resource.group())
                            && other.getKey().plural().equals(resource.plural()))
                    .flatMap(other -> other.getValue().objects())
                    .map(ObjectMetadata::uid)
                    .collect(Collectors.toSet());
            ended.end();
            ended.objects().filter(each -> !kept.contains(each.uid())).forEach(lost);
        }
        return true;
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
            public Stream<ObjectMetadata> objects() {
                return shared.all().stream().map(ApiObject::metadata);
            }

            @Override
            public void end() {
                subscription.close();
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
            public Stream<ObjectMetadata> objects() {
                return made.all().stream();
            }

            @Override
            public void end() {
                reflector.close();
                thread.interrupt();
            }
        };
    }

    @Override
    public void close() {
        locked(() -> {
            closed = true;
            sources.values().forEach(Source::end);
            sources.clear();
            return true;
        });
    }
}
