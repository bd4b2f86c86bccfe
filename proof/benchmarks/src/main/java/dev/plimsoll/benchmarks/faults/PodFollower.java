package dev.plimsoll.benchmarks.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Follows the pods as any client does, and holds what it is told against what may happen. */
final class PodFollower implements AutoCloseable {
    private final Progress bindings;
    private final Progress starts;
    private final Progress replacements;
    private final Cache<SeenPod> cache;
    private final Reflector<SeenPod> reflector;
    private final Thread thread;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicInteger doubled = new AtomicInteger();
    private final AtomicInteger outOfOrder = new AtomicInteger();

    PodFollower(ApiClient client, Progress bindings, Progress starts, Progress replacements) {
        this.bindings = bindings;
        this.starts = starts;
        this.replacements = replacements;
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {}

            @Override
            public void trouble(ApiResource resource, String problem) {}

            @Override
            public void defect(RuntimeException exception) {
                throw exception;
            }
        };
        cache = new Cache<>(document -> new Decoded.View<>(SeenPod.of(document)), List.of(), observer);
        cache.subscribe(this::take);
        reflector = new Reflector<>(
                client,
                ApiResource.PODS,
                ObjectSelection.inNamespace("default"),
                cache,
                observer,
                Time.system(),
                new Random());
        thread = Thread.ofPlatform().daemon().name("pods").start(reflector);
    }

    private void take(CacheChange<SeenPod> change) {
        switch (change) {
            case CacheChange.Added<SeenPod>(var _, var now) -> {
                if (!known.add(now.uid())) doubled.incrementAndGet();
                if (now.isOfDeployment()) replacements.made();
                if (!now.node().isEmpty()) bindings.made();
                if (now.isRunning()) starts.made();
            }
            case CacheChange.Updated<SeenPod>(var _, var before, var now) -> {
                if (!before.uid().equals(now.uid())) return;
                if (now.revision() < before.revision()) outOfOrder.incrementAndGet();
                if (before.node().isEmpty() && !now.node().isEmpty()) bindings.made();
                if (!before.node().isEmpty() && !before.node().equals(now.node())) doubled.incrementAndGet();
                if (!before.isRunning() && now.isRunning()) starts.made();
            }
            case CacheChange.Removed<SeenPod> _, CacheChange.Synced<SeenPod> _ -> {}
        }
    }

    List<SeenPod> pods() {
        return List.copyOf(cache.all());
    }

    int doubled() {
        return doubled.get();
    }

    int outOfOrder() {
        return outOfOrder.get();
    }

    @Override
    public void close() {
        reflector.close();
        thread.interrupt();
    }
}
