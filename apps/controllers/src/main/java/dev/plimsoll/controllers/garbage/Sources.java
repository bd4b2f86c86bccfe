package dev.plimsoll.controllers.garbage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.cache.Decoder.Decoded;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Meta;
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

    private final Surroundings around;
    private final RandomGenerator random;
    private final BiConsumer<ApiResource, Change<Meta>> follower;
    private final Map<ApiResource, Source> sources = new HashMap<>();

    private record Source(Cache<Meta> cache, Reflector<Meta> reflector, Thread thread) {}

    Sources(Surroundings around, RandomGenerator random, BiConsumer<ApiResource, Change<Meta>> follower) {
        this.around = around;
        this.random = random;
        this.follower = follower;
    }

    /** Follows what is served now, and nothing else; whether all of it has been listed. */
    synchronized boolean follow(Discovery.Found found) throws InterruptedException {
        for (var served : found.resources()) {
            var resource = served.resource();
            var wanted = served.can("list", "watch", "delete")
                    && !resource.group().equals("metrics.k8s.io")
                    && !IGNORED.contains(resource.toString())
                    && !resource.equals(Kinds.PODS);
            if (wanted && !sources.containsKey(resource)) sources.put(resource, begun(resource));
        }
        if (found.problem().isEmpty()) {
            var now = found.resources().stream().map(Discovery.Served::resource).toList();
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
        var cache = new Cache<Meta>(document -> new Decoded.View<>(Meta.of(document)), List.of(), around.reporter());
        cache.subscribe(change -> follower.accept(resource, change));
        var reflector = new Reflector<>(
                around.client(), resource, Selection.ALL, cache, around.reporter(), around.time(), random);
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
