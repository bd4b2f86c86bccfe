package dev.plimsoll.client.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The views of all objects that somebody lists and watches, found by name or by index, and told to any number of followers.
 *
 * <p>Each follower hears of every object in the order of its versions: first what was there, then {@link CacheChange.Synced}, then
 * the changes. An object that was deleted and made again under its name is told as removed and added. Reading needs no lock and
 * sees each object as of some moment; writing and subscribing exclude each other.
 */
public final class Cache<T> {
    private final ObjectDecoder<T> decoder;
    private final Observer observer;
    private final Map<ObjectName, Held<T>> objects = new ConcurrentHashMap<>();
    private final Map<String, IndexEntries<T>> indexes = new ConcurrentHashMap<>();
    private final List<Handler<T>> handlers = new CopyOnWriteArrayList<>();
    private final CountDownLatch synced = new CountDownLatch(1);
    /** Held while handlers are called: they must not wait, see {@link Handler}. */
    private final ReentrantLock writing = new ReentrantLock();

    public Cache(ObjectDecoder<T> decoder, List<? extends CacheIndex<? super T>> indexes, Observer observer) {
        this.decoder = decoder;
        this.observer = observer;
        for (var index : indexes) this.indexes.put(index.name(), new IndexEntries<>(index));
    }

    private record Held<T>(String uid, String version, T view) {}

    public Optional<T> find(ObjectName name) {
        var held = objects.get(name);
        return held == null ? Optional.empty() : Optional.of(held.view());
    }

    public List<T> all() {
        return objects.values().stream().map(Held::view).toList();
    }

    public int size() {
        return objects.size();
    }

    /** The objects that an index has under a key. */
    public List<T> found(CacheIndex<? super T> index, String key) {
        return entries(index).found(key);
    }

    /** Whether an index has an object under a key. */
    public boolean hasAny(CacheIndex<? super T> index, String key) {
        return !entries(index).entries(key).isEmpty();
    }

    /** Whether a whole list has been taken over. */
    public boolean isSynced() {
        return synced.getCount() == 0;
    }

    /** Waits until {@link #isSynced}; false if that took too long. */
    public boolean awaitSync(Duration atMost) throws InterruptedException {
        return synced.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Follows all objects. */
    public Subscription subscribe(Handler<T> handler) {
        return locked(() -> {
            objects.forEach((name, held) -> tell(handler, new CacheChange.Added<>(name, held.view())));
            if (isSynced()) tell(handler, new CacheChange.Synced<>());
            handlers.add(handler);
            return () -> locked(() -> handlers.remove(handler));
        });
    }

    /** Follows the objects that an index has under a key; one that leaves the key is removed for this follower. */
    public Subscription subscribe(CacheIndex<? super T> index, String key, Handler<T> handler) {
        var entries = entries(index);
        return locked(() -> {
            entries.entries(key).forEach((name, view) -> tell(handler, new CacheChange.Added<>(name, view)));
            if (isSynced()) tell(handler, new CacheChange.Synced<>());
            entries.subscribe(key, handler);
            return () -> locked(() -> {
                entries.unsubscribe(key, handler);
                return true;
            });
        });
    }

    private IndexEntries<T> entries(CacheIndex<? super T> index) {
        var entries = indexes.get(index.name());
        if (entries == null) throw new IllegalArgumentException("this cache has no index " + index.name());
        return entries;
    }

    /** Takes over a whole list: what is not in it is gone. */
    public void replace(List<ObjectNode> documents) {
        retain(putAll(documents));
    }

    /** Takes over one page of a list, and says which objects are in it. */
    Set<ObjectName> putAll(List<ObjectNode> documents) {
        return locked(() -> {
            var names = new HashSet<ObjectName>();
            for (var document : documents) {
                names.add(ObjectName.of(document));
                takeOver(document);
            }
            return names;
        });
    }

    /** A whole list has been taken over: what was on none of its pages is gone. */
    void retain(Set<ObjectName> present) {
        locked(() -> {
            for (var name : List.copyOf(objects.keySet())) if (!present.contains(name)) drop(name);
            if (isSynced()) return true;
            synced.countDown();
            for (var handler : handlers) tell(handler, new CacheChange.Synced<>());
            for (var entries : indexes.values()) {
                for (var handler : entries.everyHandler()) tell(handler, new CacheChange.Synced<>());
            }
            return true;
        });
    }

    /** Takes over one object. */
    public void put(ObjectNode document) {
        locked(() -> {
            takeOver(document);
            return true;
        });
    }

    /** Forgets one object. */
    public void remove(ObjectNode document) {
        locked(() -> {
            drop(ObjectName.of(document));
            return true;
        });
    }

    private void takeOver(ObjectNode document) {
        var name = ObjectName.of(document);
        var metadata = document.path("metadata");
        var uid = metadata.path("uid").asText();
        var version = metadata.path("resourceVersion").asText();
        var before = objects.get(name);
        if (before != null && before.uid().equals(uid) && before.version().equals(version)) return;
        switch (decoder.decode(document)) {
            case Decoded.View<T>(var view) -> {
                if (before != null && !before.uid().equals(uid)) drop(name);
                var replaced = objects.put(name, new Held<>(uid, version, view));
                spread(name, replaced == null ? null : replaced.view(), view);
            }
            case Decoded.Unreadable<T>(var why) -> observer.unreadable(name, why);
        }
    }

    private void drop(ObjectName name) {
        var held = objects.remove(name);
        if (held != null) spread(name, held.view(), null);
    }

    private void spread(ObjectName name, @Nullable T before, @Nullable T now) {
        for (var entries : indexes.values()) entries.change(name, before, now, this::tell);
        for (var handler : handlers) {
            if (now == null && before != null) tell(handler, new CacheChange.Removed<>(name, before));
            if (now != null && before == null) tell(handler, new CacheChange.Added<>(name, now));
            if (now != null && before != null) tell(handler, new CacheChange.Updated<>(name, before, now));
        }
    }

    private void tell(Handler<T> handler, CacheChange<T> change) {
        try {
            handler.changed(change);
        } catch (RuntimeException e) {
            observer.defect(e);
        }
    }

    private <R> R locked(Supplier<R> action) {
        writing.lock();
        try {
            return action.get();
        } finally {
            writing.unlock();
        }
    }
}
