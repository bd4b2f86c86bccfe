package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A cache for each kind that is listed or watched, opened when it is first asked for. */
final class KindCaches implements AutoCloseable {
    private static final Duration FRESH_WITHIN = Duration.ofSeconds(3);
    /** A server that starts on a busy machine would rather come late than not at all. */
    private static final Duration FRESH_AT_START_WITHIN = Duration.ofMinutes(2);

    /** For how long a cache that was as new as the store counts as new enough for those who take what there is. */
    private static final Duration RECENT_WITHIN = Duration.ofSeconds(10);

    private final Store store;
    private final BiFunction<Kind, JsonNode, Map<String, String>> fields;
    private final RecentWrites recentWrites;
    private final Time time;
    private final WindowBudget windows = new WindowBudget(WindowBudget.DEFAULT_BYTES);
    private final Map<String, KindCache> caches = new ConcurrentHashMap<>();
    private final Map<String, KindCache.Observer> observers = new ConcurrentHashMap<>();
    /** Keys of caches that nobody may open any more. A definition changes a few times in its life: they are few. */
    private final Set<String> retired = ConcurrentHashMap.newKeySet();

    /** When a cache was last known to be as new as the store, by its key. */
    private final Map<String, Long> confirmed = new ConcurrentHashMap<>();

    /** Kinds of which somebody has selected objects, by their prefixes. */
    private final Set<String> selected = ConcurrentHashMap.newKeySet();

    private volatile Duration freshWithin = FRESH_AT_START_WITHIN;

    KindCaches(
            Store store, BiFunction<Kind, JsonNode, Map<String, String>> fields, RecentWrites recentWrites, Time time) {
        this.store = store;
        this.fields = fields;
        this.recentWrites = recentWrites;
        this.time = time;
    }

    /** From now on clients wait for answers. */
    void serve() {
        freshWithin = FRESH_WITHIN;
    }

    /** Lets an observer see all objects of a kind. To be called before the kind is first read. */
    void observe(Kind kind, KindCache.Observer observer) {
        observers.merge(ObjectKey.prefix(kind), observer, KindCache.Observer::and);
    }

    /** The cache of a kind, once it has come as far as a revision. */
    KindCache fresh(Kind kind, long notOlderThan) {
        var cache = of(kind);
        try {
            if (cache.await(notOlderThan, freshWithin)) return cache;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(new Refusal.Unavailable("the server is stopping"));
        }
        throw new RefusedException(
                notOlderThan > 0
                        ? new Refusal.NotYet(notOlderThan, store.revision())
                        : new Refusal.TooManyRequests("storage is (re)initializing", 1, List.of()));
    }

    /**
     * The cache of a kind, at most a few seconds behind the store. A server that hears of no changes any more, as when its way to etcd is
     * cut, refuses rather than telling what was long ago.
     */
    KindCache recent(Kind kind) {
        var now = time.nanos();
        var last = confirmed.get(key(kind));
        if (last != null && now - last < RECENT_WITHIN.toNanos()) return fresh(kind, 0);
        var cache = fresh(kind, store.revision());
        confirmed.put(key(kind), now);
        return cache;
    }

    /**
     * What selectors will see of an object that is being written; null for kinds that nobody has selected from yet. Events, most of all
     * objects in a cluster, are rarely selected, and what selectors see of one takes as much room as the event.
     */
    IndexedObject.@Nullable Seen seen(Kind kind, JsonNode tree) {
        return selected.contains(ObjectKey.prefix(kind))
                ? IndexedObject.seen(tree, each -> fields.apply(kind, each))
                : null;
    }

    private KindCache of(Kind kind) {
        var key = key(kind);
        var cache = caches.computeIfAbsent(
                key,
                _ -> new KindCache(
                        store,
                        kind,
                        tree -> {
                            selected.add(ObjectKey.prefix(kind));
                            return fields.apply(kind, tree);
                        },
                        observers.getOrDefault(ObjectKey.prefix(kind), KindCache.Observer.NONE),
                        recentWrites,
                        windows,
                        time));
        // Somebody came late with a kind as it was before its definition changed.
        if (kind.extension() != null && retired.contains(key)) {
            forget(key);
            throw new RefusedException(
                    new Refusal.Unavailable("the definition of " + kind.name() + " has just changed"));
        }
        return cache;
    }

    private static String key(Kind kind) {
        var extension = kind.extension();
        return ObjectKey.prefix(kind) + kind.apiVersion() + (extension == null ? "" : " " + extension.identity());
    }

    /** A page of what is in memory, where that is as it was at a revision; see {@link KindCache#page}. */
    Optional<ObjectPage.Found> page(Kind kind, String prefix, String after, int limit, long revision) {
        var cache = caches.get(key(kind));
        return cache == null ? Optional.empty() : cache.page(prefix, after, limit, revision);
    }

    /** The objects of entries; see {@link KindCache#shared}. */
    List<IndexedObject> shared(Kind kind, List<Entry> entries) {
        var cache = caches.get(key(kind));
        if (cache != null) return cache.shared(entries);
        return entries.stream()
                .map(entry -> IndexedObject.of(StoredObject.of(kind, entry), tree -> fields.apply(kind, tree)))
                .toList();
    }

    /** Ends what was kept of a kind that is not served any more, and the watches of it. */
    void retire(Kind kind) {
        retired.add(key(kind));
        forget(key(kind));
    }

    private void forget(String key) {
        confirmed.remove(key);
        var cache = caches.remove(key);
        if (cache != null) cache.close();
    }

    /** How many objects of a kind are in memory; 0 for those that nobody listed yet. */
    int size(Kind kind) {
        var cache = caches.get(key(kind));
        return cache == null ? 0 : cache.size();
    }

    /** Watches that walk along the caches. */
    int watchers() {
        return caches.values().stream().mapToInt(KindCache::watchers).sum();
    }

    @Override
    public void close() {
        caches.values().forEach(KindCache::close);
    }
}
