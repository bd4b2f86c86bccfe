package dev.plimsoll.store.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.Entry;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.Keys;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.Watch;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.feed.EventBacklog;
import dev.plimsoll.store.feed.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory, as {@code up --ephemeral} uses it: the contract in its plainest form, nothing durable. Every call holds one lock; a write never
 * fails; no thread runs behind it.
 */
public final class MemoryStore implements Store {
    private static final String CLOSED = "The store is closed.";
    private static final int PIECE = 256;

    private final Window window;

    /** What happened after the oldest revision, by revision. */
    @GuardedBy("this")
    private final TreeMap<Long, StoreEvent> log = new TreeMap<>();

    /** What the keys held at the oldest revision. */
    @GuardedBy("this")
    private final TreeMap<String, Entry> base = new TreeMap<>(Keys.ORDER);

    /** What the keys hold now. */
    @GuardedBy("this")
    private final TreeMap<String, Entry> latest = new TreeMap<>(Keys.ORDER);

    @GuardedBy("this")
    private long revision = 1;

    @GuardedBy("this")
    private long oldest = 1;

    @GuardedBy("this")
    private boolean closed;

    public MemoryStore() {
        this(1024);
    }

    /** @param recentEvents how many events a watch finds in the window before it goes to the log */
    public MemoryStore(int recentEvents) {
        window = new Window(recentEvents, Long.MAX_VALUE, 1);
    }

    @Override
    public synchronized long revision() {
        checkOpen();
        return revision;
    }

    @Override
    public synchronized Lookup.Settled get(String key) {
        checkOpen();
        return found(latest.get(Keys.check(key)), revision);
    }

    @Override
    public synchronized Lookup get(String key, long at) {
        checkOpen();
        Keys.check(key);
        Keys.checkRevision(at);
        if (at < oldest) return new Lookup.Compacted(oldest);
        if (at > revision) return new Lookup.Ahead(revision);
        return found(contentAt(at).get(key), at);
    }

    private static Lookup.Settled found(@Nullable Entry entry, long at) {
        return entry == null ? new Lookup.Absent(at) : new Lookup.Found(entry, at);
    }

    @Override
    public synchronized RangeResult list(Range range) {
        checkOpen();
        var at = range.revision() == 0 ? revision : range.revision();
        if (at < oldest) return new RangeResult.Compacted(oldest);
        if (at > revision) return new RangeResult.Ahead(revision);
        var matching = contentAt(at).values().stream()
                .filter(entry -> entry.key().startsWith(range.prefix()))
                .filter(entry -> Keys.ORDER.compare(entry.key(), range.after()) > 0)
                .toList();
        var end = range.limit() == 0 ? matching.size() : Math.min(range.limit(), matching.size());
        return new RangeResult.Page(range, matching.subList(0, end), at, matching.size() - end);
    }

    @Override
    public synchronized long count(String prefix) {
        checkOpen();
        Keys.checkPrefix(prefix);
        return latest.keySet().stream().filter(key -> key.startsWith(prefix)).count();
    }

    /** What the keys held at a revision: what they held at the oldest, and what happened since. */
    @GuardedBy("this")
    private NavigableMap<String, Entry> contentAt(long at) {
        if (at == revision) return latest;
        var content = new TreeMap<>(base);
        log.headMap(at, true).values().forEach(event -> apply(event, content));
        return content;
    }

    private static void apply(StoreEvent event, NavigableMap<String, Entry> content) {
        switch (event) {
            case StoreEvent.Created(var entry) -> content.put(entry.key(), entry);
            case StoreEvent.Replaced(var entry, var _) -> content.put(entry.key(), entry);
            case StoreEvent.Deleted(var previous, var _) -> content.remove(previous.key());
        }
    }

    @Override
    public synchronized CreateOutcome create(String key, byte[] value) {
        var current = latest.get(Keys.check(key));
        if (closed) return new WriteOutcome.NotWritten(StoreProblem.CLOSED, CLOSED);
        if (current != null) return new WriteOutcome.Conflict(current);
        return written(new StoreEvent.Created(new Entry(key, value, revision + 1)));
    }

    @Override
    public synchronized WriteOutcome replace(String key, byte[] value, long expected) {
        return refusal(key, expected)
                .orElseGet(() -> written(new StoreEvent.Replaced(new Entry(key, value, revision + 1), present(key))));
    }

    @Override
    public synchronized WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey) {
        var refusal = refusal(key, expected);
        if (refusal.isPresent()) return refusal.get();
        var known = latest.get(fencingKey.key());
        var at = known == null ? 0 : known.modRevision();
        if (!fencingKey.allows(at)) return new WriteOutcome.WitnessMoved(at);
        var outcome = written(new StoreEvent.Replaced(new Entry(key, value, revision + 1), present(key)));
        var passed = new Entry(fencingKey.key(), fencingKey.value(), revision + 1);
        written(known == null ? new StoreEvent.Created(passed) : new StoreEvent.Replaced(passed, known));
        return outcome;
    }

    @Override
    public synchronized WriteOutcome delete(String key, long expected) {
        return refusal(key, expected).orElseGet(() -> written(new StoreEvent.Deleted(present(key), revision + 1)));
    }

    private synchronized Optional<WriteOutcome> refusal(String key, long expected) {
        var current = latest.get(Keys.check(key));
        Keys.checkExpected(expected);
        if (closed) return Optional.of(new WriteOutcome.NotWritten(StoreProblem.CLOSED, CLOSED));
        if (current == null) return Optional.of(new WriteOutcome.NotFound(revision));
        return current.modRevision() == expected ? Optional.empty() : Optional.of(new WriteOutcome.Conflict(current));
    }

    private synchronized Entry present(String key) {
        var entry = latest.get(key);
        if (entry == null) throw new AssertionError("checked before");
        return entry;
    }

    private synchronized CreateOutcome written(StoreEvent event) {
        revision++;
        log.put(revision, event);
        apply(event, latest);
        window.append(List.of(event), revision);
        return new WriteOutcome.Written(revision);
    }

    @Override
    public synchronized Watch watch(String prefix, long after) {
        checkOpen();
        return window.follow(Keys.checkPrefix(prefix), after, this::read);
    }

    private synchronized EventBacklog.Piece read(String prefix, long after, long until) {
        if (after < oldest) return new EventBacklog.Piece.Compacted(oldest);
        var events = new ArrayList<StoreEvent>();
        for (var event : log.subMap(after, false, until, true).values()) {
            if (!event.key().startsWith(prefix)) continue;
            events.add(event);
            if (events.size() == PIECE) return new EventBacklog.Piece.Read(events, event.revision());
        }
        return new EventBacklog.Piece.Read(events, until);
    }

    @Override
    public synchronized Compaction compact(long at) {
        checkOpen();
        Keys.checkRevision(at);
        if (at > revision) return new Compaction.Ahead(revision);
        if (at <= oldest) return new Compaction.Already(oldest);
        var past = log.headMap(at, true);
        past.values().forEach(event -> apply(event, base));
        past.clear();
        oldest = at;
        return new Compaction.Done(oldest);
    }

    @GuardedBy("this")
    private void checkOpen() {
        if (closed) throw new StoreException(StoreProblem.CLOSED, CLOSED);
    }

    @Override
    public synchronized void close() {
        closed = true;
        window.close();
    }
}
