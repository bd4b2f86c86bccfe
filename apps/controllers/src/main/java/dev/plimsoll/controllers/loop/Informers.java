package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.runtime.Reporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The caches that controllers share: one list and watch of each resource that any of them asked for. */
public final class Informers implements AutoCloseable {
    private final ApiClient client;
    private final Reporter reporter;
    private final Time time;
    private final RandomGenerator random;
    private final Map<ApiResource, Known<?>> objects = new LinkedHashMap<>();
    private final List<Cache<?>> caches = new ArrayList<>();
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable Cache<ControlledPod> pods;

    public Informers(ApiClient client, Reporter reporter, Time time, RandomGenerator random) {
        this.client = client;
        this.reporter = reporter;
        this.time = time;
        this.random = random;
    }

    public Cache<ControlledPod> pods() {
        var known = pods;
        if (known != null) return known;
        var made = made(ApiResource.PODS, ObjectSelection.ALL, PodObject::decodeControlled, Indexes.OF_PODS);
        pods = made;
        return made;
    }

    public <T extends ApiObject> Cache<T> of(ObjectKind<T> kind) {
        return of(kind, ObjectSelection.ALL);
    }

    public <T extends ApiObject> Cache<T> of(ObjectKind<T> kind, ObjectSelection selection) {
        var known = objects.get(kind.resource());
        if (known != null) return known.as(kind);
        var made = this.<T>made(kind.resource(), selection, kind::decode, Indexes.OF_OBJECTS);
        objects.put(kind.resource(), new Known<>(kind.type(), selection, made));
        return made;
    }

    /** The cache of all objects of a resource, if a controller asked for one. */
    public Optional<Cache<? extends ApiObject>> ofAll(ApiResource resource) {
        return Optional.ofNullable(objects.get(resource))
                .filter(known -> known.selection().equals(ObjectSelection.ALL))
                .map(Known::cache);
    }

    /** A cache, and the type that its objects have. */
    private record Known<T extends ApiObject>(Class<T> type, ObjectSelection selection, Cache<T> cache) {
        @SuppressWarnings("unchecked") // the types are the same
        <W extends ApiObject> Cache<W> as(ObjectKind<W> wanted) {
            if (!type.equals(wanted.type())) {
                throw new IllegalArgumentException(
                        wanted.resource() + " are read as " + type.getSimpleName() + " already");
            }
            return (Cache<W>) cache;
        }
    }

    private <T> Cache<T> made(
            ApiResource resource,
            ObjectSelection selection,
            ObjectDecoder<T> decoder,
            List<? extends CacheIndex<? super T>> indexes) {
        var cache = new Cache<T>(decoder, indexes, reporter);
        caches.add(cache);
        reflectors.add(new Reflector<>(client, resource, selection, cache, reporter, time, random));
        return cache;
    }

    public void start() {
        for (var reflector : reflectors)
            threads.add(ComponentThreads.named("informer").start(reflector));
    }

    /** Waits until everything that was there is in the caches. */
    public void awaitSync() throws InterruptedException {
        for (var cache : caches) {
            while (!cache.awaitSync(Duration.ofMinutes(1)))
                reporter.tell("caches" + ": " + "a list takes longer than a minute");
        }
    }

    @Override
    public void close() {
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
