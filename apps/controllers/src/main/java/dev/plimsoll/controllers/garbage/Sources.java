package dev.plimsoll.controllers.garbage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.MetadataReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/** Watches of everything that can be deleted, for their metadata only. */
final class Sources implements AutoCloseable {
    private static final Duration LONGEST_LIST = Duration.ofSeconds(30);
    /** Events belong to nobody, and readings are not kept. */
    private static final Set<String> IGNORED = Set.of("events", "events.events.k8s.io");

    private final ControllerContext around;
    private final RandomGenerator random;
    private final BiConsumer<ApiResource, CacheChange<ObjectMetadata>> follower;
    private final Map<ApiResource, Source> sources = new HashMap<>();

    private record Source(Cache<ObjectMetadata> cache, Reflector<ObjectMetadata> reflector, Thread thread) {}

    Sources(
            ControllerContext around,
            RandomGenerator random,
            BiConsumer<ApiResource, CacheChange<ObjectMetadata>> follower) {
        this.around = around;
        this.random = random;
        this.follower = follower;
    }

    /** Follows what is served now, and nothing else; whether all of it has been listed. */
    synchronized boolean follow(DiscoveryClient.Found found) throws InterruptedException {
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
                if (gone) {
                    end(entry.getValue());
                    entry.getValue().cache().replace(List.of());
                }
                return gone;
            });
        }
        var end = System.nanoTime() + LONGEST_LIST.toNanos();
        for (var source : sources.values()) {
            if (!source.cache().awaitSync(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) return false;
        }
        return true;
    }

    private Source begun(ApiResource resource) {
        var cache = new Cache<ObjectMetadata>(
                document -> new Decoded.View<>(MetadataReader.read(document)), List.of(), around.reporter());
        cache.subscribe(change -> follower.accept(resource, change));
        var reflector = new Reflector<>(
                around.client(), resource, ObjectSelection.ALL, cache, around.reporter(), around.time(), random);
        return new Source(
                cache, reflector, Thread.ofVirtual().name("gc-" + resource).start(reflector));
    }

    private static void end(Source source) {
        source.reflector().close();
        source.thread().interrupt();
    }

    @Override
    public synchronized void close() {
        sources.values().forEach(Sources::end);
        sources.clear();
    }
}
