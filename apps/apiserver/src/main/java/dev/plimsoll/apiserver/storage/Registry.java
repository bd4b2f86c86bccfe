package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Objects in the store, with a cache for each kind that is listed or watched. */
public final class Registry implements AutoCloseable {
    /** What etcd takes in one request; a larger object could be kept by one store and not by another. */
    public static final int MOST_BYTES = 3 << 19;

    private final Store store;
    private final BiFunction<Kind, JsonNode, Map<String, String>> fields;
    private final Time time;
    private final KindCaches caches;
    private final RecentWrites recentWrites = new RecentWrites();

    private volatile boolean closed;
    private volatile BiConsumer<Kind, ObjectNode> removals = (_, _) -> {};
    private volatile WriteListener writes = WriteListener.NONE;
    /** By the prefix of a kind, so that a list of one kind does not wait for the writes of another. */
    private final Map<String, AtomicLong> lastWritten = new ConcurrentHashMap<>();

    /** Objects of a store; {@code fields} is what field selectors of a kind can see of an object. */
    public Registry(Store store, BiFunction<Kind, JsonNode, Map<String, String>> fields) {
        this(store, fields, Time.system());
    }

    /** The same, whose pauses and patience are measured by a time of the caller's. */
    public Registry(Store store, BiFunction<Kind, JsonNode, Map<String, String>> fields, Time time) {
        this.store = store;
        this.fields = fields;
        this.time = time;
        this.caches = new KindCaches(store, fields, recentWrites, time);
    }

    /** By the time that this server waits by. */
    public long nanos() {
        return time.nanos();
    }

    /** Gives a broken store some time; false if the server stops meanwhile. */
    public boolean pause(Duration pause) {
        try {
            time.sleep(pause);
            return !closed;
        } catch (InterruptedException _) {
            return false;
        }
    }

    /** From now on clients wait for answers: what a cache does not have within seconds is refused, and the client asks again. */
    public void serve() {
        caches.serve();
    }

    /** Lets an observer see all objects of a kind. To be called before the kind is first read. */
    public void observe(Kind kind, KindCache.Observer observer) {
        caches.observe(kind, observer);
    }

    /** The object, or empty; a name that no object can have finds nothing. */
    public Optional<StoredObject> find(Kind kind, String namespace, String name) {
        if (!isPossible(namespace) || !isPossible(name)) return Optional.empty();
        return switch (store.get(ObjectKey.of(kind, namespace, name))) {
            case Lookup.Found(var entry, var _) -> Optional.of(StoredObject.of(kind, entry));
            case Lookup.Absent _ -> Optional.empty();
        };
    }

    private static boolean isPossible(String name) {
        var isPaired = false;
        for (var i = 0; i < name.length(); i++) {
            var c = name.charAt(i);
            if (c == 0 || c == '/') return false;
            isPaired |= Character.isSurrogate(c);
        }
        return !isPaired || name.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }

    public StoredObject get(Kind kind, String namespace, String name) {
        return find(kind, namespace, name).orElseThrow(() -> new RefusedException(Refusal.NotFound.of(kind, name)));
    }

    /** What became of a write that another may have preceded. */
    public sealed interface Written {
        record Done(StoredObject object) implements Written {}

        record Gone() implements Written {}

        /** Another write came first; this is what it left. */
        record Overtaken(StoredObject current) implements Written {}
    }

    public Written create(Kind kind, String namespace, String name, ObjectNode tree) {
        var key = ObjectKey.of(kind, namespace, name);
        var sent = encoded(kind, tree);
        return written(kind, key, sent, tree, store.create(key, sent.value()));
    }

    public Written replace(StoredObject current, ObjectNode tree) {
        var sent = encoded(current.kind(), tree);
        var outcome = store.replace(current.key(), sent.value(), current.revision());
        return written(current.kind(), current.key(), sent, tree, outcome);
    }

    /** Replaces, and writes a witness in the same step; a witness that moved is as if another write came first. */
    public Written replace(StoredObject current, ObjectNode tree, FencingKey fencingKey) {
        var sent = encoded(current.kind(), tree);
        var outcome = store.replace(current.key(), sent.value(), current.revision(), fencingKey);
        return outcome instanceof WriteOutcome.WitnessMoved
                ? new Written.Overtaken(current)
                : written(current.kind(), current.key(), sent, tree, outcome);
    }

    /**
     * An object on its way to the store.
     *
     * @param write null for kinds that are shown in another form than they are stored in
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to the store, never compared
    private record Sent(byte[] value, @Nullable RecentWrite write) {}

    private Sent encoded(Kind kind, ObjectNode tree) {
        var value = StoredObject.encode(kind, tree);
        if (value.length > MOST_BYTES) {
            throw new RefusedException(new Refusal.TooLarge(
                    "Request entity too large: the object takes " + value.length + " bytes, limit is " + MOST_BYTES));
        }
        // What is seen of one face of an object is not what is seen of another.
        if (kind.converter() != null
                || kind.name().equals("Event")
                || kind.name().equals("HorizontalPodAutoscaler")) return new Sent(value, null);
        var write = new RecentWrite(kind, caches.seen(kind, tree));
        recentWrites.note(value, write);
        return new Sent(value, write);
    }

    /** What a key holds that is no object's; revision 0 if nothing was ever written there. */
    @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
    public record Noted(long revision, byte[] value) {}

    public Noted noted(String key) {
        return store.get(key) instanceof Lookup.Found(var entry, var _)
                ? new Noted(entry.modRevision(), entry.value())
                : new Noted(0, new byte[0]);
    }

    /** Notes something under a key that holds nothing; whether it did. */
    public boolean note(String key, byte[] value) {
        return switch (store.create(key, value)) {
            case WriteOutcome.Written _ -> true;
            case WriteOutcome.Conflict _ -> false;
            case WriteOutcome.NotWritten(var problem, var why) ->
                throw new RefusedException(StoreRefusals.of(problem, why));
            case WriteOutcome.Uncertain _ -> throw new RefusedException(new Refusal.Internal(StoreRefusals.UNCERTAIN));
        };
    }

    /** Strikes out what was noted, unless it was written again since. */
    public void removeNote(String key, long revision) {
        switch (store.delete(key, revision)) {
            case WriteOutcome.Written _, WriteOutcome.Conflict _, WriteOutcome.NotFound _ -> {}
            case WriteOutcome.WitnessMoved _ -> throw new IllegalStateException("no witness was named");
            case WriteOutcome.NotWritten(var problem, var why) ->
                throw new RefusedException(StoreRefusals.of(problem, why));
            case WriteOutcome.Uncertain _ -> throw new RefusedException(new Refusal.Internal(StoreRefusals.UNCERTAIN));
        }
    }

    /** What is noted under all keys that begin with a prefix. */
    public Map<String, byte[]> notes(String prefix) {
        var notes = new TreeMap<String, byte[]>();
        if (store.list(Range.of(prefix)) instanceof RangeResult.Page page) {
            for (var entry : page.entries()) notes.put(entry.key(), entry.value());
        }
        return notes;
    }

    /** Removes an object; what is answered carries the version of the removal. */
    public Written delete(StoredObject current) {
        return delete(current, current.tree());
    }

    /** The same, with what a write made of the object that goes by this write. */
    public Written delete(StoredObject current, ObjectNode last) {
        var outcome = store.delete(current.key(), current.revision());
        if (outcome instanceof WriteOutcome.Written(var revision)) {
            wrote(current.kind(), last, revision);
            removals.accept(current.kind(), last);
            var value = StoredObject.encode(current.kind(), last);
            return new Written.Done(
                    StoredObject.of(current.kind(), new Entry(current.key(), value, revision), revision));
        }
        return written(current.kind(), current.key(), new Sent(new byte[0], null), last, outcome);
    }

    private Written written(Kind kind, String key, Sent sent, ObjectNode tree, WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(var revision) -> {
                wrote(kind, tree, revision);
                var entry = new Entry(key, sent.value(), revision);
                var write = sent.write();
                yield new Written.Done(write == null ? StoredObject.written(kind, entry, tree) : write.object(entry));
            }
            case WriteOutcome.Conflict(var current) -> new Written.Overtaken(StoredObject.of(kind, current));
            case WriteOutcome.NotFound _ -> new Written.Gone();
            case WriteOutcome.WitnessMoved _ -> throw new IllegalStateException("no witness was named");
            case WriteOutcome.NotWritten(var problem, var why) ->
                throw new RefusedException(StoreRefusals.of(problem, why));
            case WriteOutcome.Uncertain _ -> throw new RefusedException(new Refusal.Internal(StoreRefusals.UNCERTAIN));
        };
    }

    /** Watches that walk along the caches. */
    public int watchers() {
        return caches.watchers();
    }

    /** Tells of each object that this server removes from now on. */
    public void onRemoval(BiConsumer<Kind, ObjectNode> listener) {
        removals = removals.andThen(listener);
    }

    /** Hears of each write of this server, before whoever asked for it does. */
    public interface WriteListener {
        WriteListener NONE = (_, _, _) -> {};

        /** The object as it is now, or as it last was. */
        void wrote(Kind kind, ObjectNode object, long revision);
    }

    public void onWrite(WriteListener listener) {
        writes = listener;
    }

    private void wrote(Kind kind, ObjectNode object, long revision) {
        lastWritten(kind).accumulateAndGet(revision, Math::max);
        writes.wrote(kind, object, revision);
    }

    private AtomicLong lastWritten(Kind kind) {
        return lastWritten.computeIfAbsent(ObjectKey.prefix(kind), _ -> new AtomicLong());
    }

    /** The newest revision in which this server wrote an object of a kind. */
    public long ownRevision(Kind kind) {
        return lastWritten(kind).get();
    }

    public long revision() {
        return store.revision();
    }

    /** All objects of a kind in a namespace (in all, if it is empty), with every write of this server to them. */
    public KindCache.Snapshot recent(Kind kind, String namespace) {
        return at(kind, namespace, lastWritten(kind).get());
    }

    /** As they are now, whoever wrote them. */
    public KindCache.Snapshot latest(Kind kind, String namespace) {
        return at(kind, namespace, store.revision());
    }

    /** What the cache has, if that is at most a few seconds behind the store. */
    public KindCache.Snapshot bounded(Kind kind, String namespace) {
        return caches.recent(kind).snapshot(ObjectKey.prefix(kind, namespace));
    }

    /** Whatever the cache has. */
    public KindCache.Snapshot cached(Kind kind, String namespace) {
        return at(kind, namespace, 0);
    }

    public KindCache.Snapshot at(Kind kind, String namespace, long notOlderThan) {
        return caches.fresh(kind, notOlderThan).snapshot(ObjectKey.prefix(kind, namespace));
    }

    /** Waits until observers of a kind have been told of every write of them by this server: whoever wrote finds what was written. */
    public void awaitOwnWrites(Kind kind) {
        caches.fresh(kind, lastWritten(kind).get());
    }

    /** Waits until observers of a kind have been told of everybody's writes up to a revision. */
    public void awaitObserved(Kind kind, long revision) {
        caches.fresh(kind, revision);
    }

    /**
     * One page at an exact revision, or why not. A page that follows another is most often asked for before anything of its kind has
     * changed: then it is in memory, and the store only says whether the revision may still be read.
     */
    public ObjectPage page(Kind kind, String namespace, String after, int limit, long revision) {
        var prefix = ObjectKey.prefix(kind, namespace);
        if (!after.isEmpty() && isReadable(after, revision)) {
            var held = caches.page(kind, prefix, after, limit, revision);
            if (held.isPresent()) return held.get();
        }
        return switch (store.list(new Range(prefix, after, limit, revision))) {
            case RangeResult.Page page -> new ObjectPage.Found(caches.shared(kind, page.entries()), page.remaining());
            case RangeResult.Compacted compacted -> new ObjectPage.Missing(compacted);
            case RangeResult.Ahead ahead -> new ObjectPage.Missing(ahead);
        };
    }

    private boolean isReadable(String key, long revision) {
        return switch (store.get(key, revision)) {
            case Lookup.Settled _ -> true;
            case Lookup.Compacted _, Lookup.Ahead _ -> false;
        };
    }

    /** Where a watch begins: what to send first, and what follows. */
    public record Start(List<IndexedObject> initial, long revision, ChangeCursor cursor) {}

    /** Everything there is, then what changes. */
    public Start follow(Kind kind, String namespace, long notOlderThan) {
        var following = caches.fresh(kind, notOlderThan).follow(ObjectKey.prefix(kind, namespace));
        return new Start(following.snapshot().objects(), following.snapshot().revision(), following.cursor());
    }

    /** What changes after a revision; empty if that is too old to tell. */
    public ChangeCursor after(Kind kind, long revision) {
        var cursor = caches.fresh(kind, 0).cursor(revision);
        if (cursor.isPresent()) return cursor.get();
        var watch = store.watch(ObjectKey.prefix(kind), revision);
        return new StoreCursor(kind, watch, revision, tree -> fields.apply(kind, tree));
    }

    /** The oldest revision that can be watched, if this cursor began before it; otherwise 0. */
    public static long oldest(ChangeCursor cursor) {
        return cursor instanceof StoreCursor store ? store.oldest() : 0;
    }

    /** Ends what was kept of a kind that is not served any more, and the watches of it. */
    public void retire(Kind kind) {
        caches.retire(kind);
    }

    /** How many objects begin with a kind's prefix in a namespace. */
    public long count(Kind kind, String namespace) {
        return store.count(ObjectKey.prefix(kind, namespace));
    }

    /** How many objects of a kind are in memory; 0 for those that nobody listed yet. */
    public int cachedCount(Kind kind) {
        return caches.size(kind);
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        caches.close();
    }
}
