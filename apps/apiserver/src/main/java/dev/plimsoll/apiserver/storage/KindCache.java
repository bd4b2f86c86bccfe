package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.store.Delivery;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one kind in memory, and the recent changes of them.
 *
 * <p>One thread follows the store and appends each change to a {@link ChangeChain}, along which watchers walk. A
 * {@link ChangeWindow} keeps the newest changes for those who come later.
 */
public final class KindCache implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Store store;
    private final Kind kind;
    private final String prefix;
    private final Function<JsonNode, Map<String, String>> fields;
    private final Observer observer;
    private final RecentWrites recentWrites;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final TreeMap<String, IndexedObject> objects = new TreeMap<>();
    private final ChangeChain chain;
    private final ChangeWindow window;
    private final Thread follower;

    private long revision;
    /** Up to which objects may have changed: from then on they have been as they are now. */
    private long changedAt;

    private @Nullable Watch watch;
    private boolean loaded;
    private volatile boolean closed;

    KindCache(
            Store store,
            Kind kind,
            Function<JsonNode, Map<String, String>> fields,
            Observer observer,
            RecentWrites recentWrites,
            WindowBudget budget,
            Time time) {
        this.store = store;
        this.kind = kind;
        this.observer = observer;
        this.recentWrites = recentWrites;
        this.time = time;
        this.prefix = ObjectKey.prefix(kind);
        this.fields = fields;
        this.chain = new ChangeChain(time);
        this.window = new ChangeWindow(budget);
        this.follower = ComponentThreads.named("cache-" + kind.plural()).start(this::follow);
    }

    /** Keeps something of its own of all objects. Called in order by one thread, before readers see the change; must be quick. */
    public interface Observer {
        Observer NONE = new Observer() {
            @Override
            public void loaded(Collection<IndexedObject> objects) {}

            @Override
            public void changed(StoredChange change) {}
        };

        /** Everything there is, in place of all that was told before. */
        void loaded(Collection<IndexedObject> objects);

        void changed(StoredChange change);

        /** This one first, then the other. */
        default Observer and(Observer other) {
            var first = this;
            return new Observer() {
                @Override
                public void loaded(Collection<IndexedObject> objects) {
                    first.loaded(objects);
                    other.loaded(objects);
                }

                @Override
                public void changed(StoredChange change) {
                    first.changed(change);
                    other.changed(change);
                }
            };
        }
    }

    /** Objects as they were at one revision. */
    public record Snapshot(List<IndexedObject> objects, long revision) {}

    private void follow() {
        while (true) {
            try {
                reload();
                if (!deliver()) return;
            } catch (StoreException e) {
                if (!pause()) return;
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** Gives a broken store some time; false if the cache was closed meanwhile. */
    private boolean pause() {
        try {
            time.sleep(PAUSE);
            return !closed;
        } catch (InterruptedException _) {
            return false;
        }
    }

    private void reload() {
        var page = store.list(Range.of(prefix));
        if (!(page instanceof RangeResult.Page(var _, var entries, var at, var _))) return;
        var fresh = new TreeMap<String, IndexedObject>();
        for (var entry : entries) fresh.put(entry.key(), IndexedObject.of(StoredObject.of(kind, entry), fields));
        var opened = store.watch(prefix, at);
        lock.lock();
        try {
            if (watch != null) watch.close();
            watch = opened;
            objects.clear();
            objects.putAll(fresh);
            observer.loaded(fresh.values());
            window.restart(at);
            revision = at;
            changedAt = at;
            chain.restart(at);
            loaded = true;
            if (closed) opened.close();
            news.signalAll();
        } finally {
            lock.unlock();
        }
        chain.wake();
    }

    /** Until the watch ends; false if it ended for good. */
    private boolean deliver() throws InterruptedException {
        Watch current;
        lock.lock();
        try {
            if (closed || watch == null) return false;
            current = watch;
        } finally {
            lock.unlock();
        }
        while (true) {
            switch (current.next()) {
                case Delivery.Events(var events, var through) -> append(events, through);
                case Delivery.Progress(var through) -> advance(through);
                case Delivery.Compacted _ -> {
                    return true;
                }
                case Delivery.Closed _ -> {
                    lock.lock();
                    try {
                        closed = true;
                        chain.close();
                        news.signalAll();
                    } finally {
                        lock.unlock();
                    }
                    chain.wake();
                    return false;
                }
            }
        }
    }

    private void append(List<StoreEvent> events, long through) {
        lock.lock();
        try {
            for (var event : events) {
                var change = change(event);
                if (change.now() == null) objects.remove(change.key());
                else objects.put(change.key(), change.now());
                observer.changed(change);
                changedAt = Math.max(changedAt, change.revision());
                window.add(chain.append(change, size(event)));
            }
            revision = through;
            news.signalAll();
        } finally {
            lock.unlock();
        }
        chain.wake();
    }

    /** What a change keeps: the object as it is, as it was under the new version, and the frame for those who watch. */
    private static long size(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created(var entry) -> 2L * entry.value().length;
            case StoreEvent.Replaced(var entry, var previous) -> 2L * entry.value().length + previous.value().length;
            case StoreEvent.Deleted(var previous, var _) -> 2L * previous.value().length;
        };
    }

    private void advance(long through) {
        lock.lock();
        try {
            revision = Math.max(revision, through);
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private StoredChange change(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created(var entry) -> new StoredChange(entry.modRevision(), now(entry), null);
            case StoreEvent.Replaced(var entry, var previous) ->
                new StoredChange(entry.modRevision(), now(entry), before(previous, entry.modRevision()));
            case StoreEvent.Deleted(var previous, var at) -> new StoredChange(at, null, before(previous, at));
        };
    }

    private IndexedObject now(Entry entry) {
        var own = recentWrites.take(entry.value());
        return own == null
                ? IndexedObject.of(StoredObject.of(kind, entry), fields)
                : IndexedObject.of(own.object(entry), fields, own.seen());
    }

    /** What selectors saw of it they need not read again. */
    private IndexedObject before(Entry previous, long at) {
        var object = StoredObject.of(kind, previous, at);
        var known = objects.get(previous.key());
        return known != null && known.object().revision() == previous.modRevision()
                ? known.as(object)
                : IndexedObject.of(object, fields);
    }

    /** Waits until everything up to a revision is in; false if that takes too long. */
    boolean await(long wanted, Duration patience) throws InterruptedException {
        var deadline = time.nanos() + patience.toNanos();
        lock.lock();
        try {
            while (!loaded || revision < wanted) {
                if (closed) return false;
                // Each time: progress that others asked for ends what was asked for here.
                if (loaded && watch != null) watch.progressTo(wanted);
                var left = deadline - time.nanos();
                if (left <= 0) return false;
                news.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return objects.size();
        } finally {
            lock.unlock();
        }
    }

    /** What begins with a prefix now. */
    Snapshot snapshot(String under) {
        lock.lock();
        try {
            var range = objects.subMap(under, under + Character.MAX_VALUE);
            return new Snapshot(new ArrayList<>(range.values()), revision);
        } finally {
            lock.unlock();
        }
    }

    /**
     * What begins with a prefix and comes after a key, as it was at a revision; empty where that is not known here, since something has
     * changed since or the revision has not come yet.
     *
     * @param limit the most objects; 0 for no limit
     */
    Optional<ObjectPage.Found> page(String under, String after, int limit, long at) {
        lock.lock();
        try {
            if (!loaded || closed || revision < at || changedAt > at) return Optional.empty();
            var rest = objects.subMap(after, false, under + Character.MAX_VALUE, false);
            var found = new ArrayList<IndexedObject>();
            for (var object : rest.values()) {
                if (limit > 0 && found.size() == limit) break;
                found.add(object);
            }
            return Optional.of(new ObjectPage.Found(found, rest.size() - found.size()));
        } finally {
            lock.unlock();
        }
    }

    /** The objects of entries: those that are in memory as they are there, so that what was read of them is not read again. */
    List<IndexedObject> shared(List<Entry> entries) {
        var found = new ArrayList<IndexedObject>();
        lock.lock();
        try {
            for (var entry : entries) {
                var known = objects.get(entry.key());
                var isSame = known != null && known.object().revision() == entry.modRevision();
                found.add(isSame ? known : IndexedObject.of(StoredObject.of(kind, entry), fields));
            }
        } finally {
            lock.unlock();
        }
        return found;
    }

    /** A place in the chain after a revision; empty if the window does not reach back so far. */
    Optional<CacheCursor> cursor(long after) {
        lock.lock();
        try {
            if (!loaded || closed || after < window.start()) return Optional.empty();
            var at = window.lastUpTo(after);
            return Optional.of(new CacheCursor(this, chain, at == null ? chain.before(window) : at, after));
        } finally {
            lock.unlock();
        }
    }

    /** All objects with the place in the chain that follows them. */
    Following follow(String under) {
        lock.lock();
        try {
            return new Following(snapshot(under), new CacheCursor(this, chain, chain.tail(), 0));
        } finally {
            lock.unlock();
        }
    }

    record Following(Snapshot snapshot, CacheCursor cursor) {}

    int watchers() {
        return chain.watchers();
    }

    /** Every change up to this revision was given to who stands at a link. */
    long revisionAt(ChangeChain.Link link) {
        lock.lock();
        try {
            return link.isNewest() ? Math.max(revision, link.revision()) : link.revision();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            chain.close();
            window.close();
            if (watch != null) watch.close();
            news.signalAll();
        } finally {
            lock.unlock();
        }
        chain.wake();
        follower.interrupt();
    }
}
