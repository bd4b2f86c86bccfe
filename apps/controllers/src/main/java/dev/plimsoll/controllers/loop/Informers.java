package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Decoder;
import dev.plimsoll.client.cache.Index;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The caches that controllers share: one list and watch of each resource that any of them asked for. */
public final class Informers implements AutoCloseable {
    private final ApiClient client;
    private final Reporter reporter;
    private final Time time;
    private final RandomGenerator random;
    private final Map<ApiResource, Cache<Workload>> workloads = new LinkedHashMap<>();
    private final List<Cache<?>> caches = new ArrayList<>();
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable Cache<PodView> pods;

    public Informers(ApiClient client, Reporter reporter, Time time, RandomGenerator random) {
        this.client = client;
        this.reporter = reporter;
        this.time = time;
        this.random = random;
    }

    public Cache<PodView> pods() {
        var known = pods;
        if (known != null) return known;
        var made = made(Kinds.PODS, Selection.ALL, PodView::decode, Indexes.OF_PODS);
        pods = made;
        return made;
    }

    public Cache<Workload> of(ApiResource resource) {
        return of(resource, Selection.ALL);
    }

    public Cache<Workload> of(ApiResource resource, Selection selection) {
        var known = workloads.get(resource);
        if (known != null) return known;
        var made = made(resource, selection, Workload::decode, Indexes.OF_WORKLOADS);
        workloads.put(resource, made);
        return made;
    }

    private <T> Cache<T> made(ApiResource resource, Selection selection, Decoder<T> decoder, List<Index<T>> indexes) {
        var cache = new Cache<>(decoder, indexes, reporter);
        caches.add(cache);
        reflectors.add(new Reflector<>(client, resource, selection, cache, reporter, time, random));
        return cache;
    }

    public void start() {
        for (var reflector : reflectors) threads.add(Thread.ofVirtual().start(reflector));
    }

    /** Waits until everything that was there is in the caches. */
    public void awaitSync() throws InterruptedException {
        for (var cache : caches) {
            while (!cache.awaitSync(Duration.ofMinutes(1)))
                reporter.trouble("caches", "a list takes longer than a minute");
        }
    }

    @Override
    public void close() {
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
