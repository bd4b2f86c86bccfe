package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.StoreEvent;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.WriteRequest.Change;
import dev.plimsoll.store.embedded.WriteRequest.Decision;
import dev.plimsoll.store.embedded.WriteRequest.Write;
import dev.plimsoll.store.embedded.log.Chain;
import dev.plimsoll.store.embedded.log.DiskSpace;
import dev.plimsoll.store.embedded.log.KeyHistory;
import dev.plimsoll.store.embedded.log.LogRow;
import dev.plimsoll.store.embedded.log.LogWriter;
import dev.plimsoll.store.embedded.log.RevisionIndex;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes that share one commit. Each is decided in turn, on what the index says and what the writes before it in this batch did;
 * nothing shows, and nobody is answered, before the commit.
 */
final class Batch {
    private final RevisionIndex index;
    private final ValueCache cache;
    private final LogWriter log;
    private final DiskSpace room;

    private final Map<String, LogRow> pending = new HashMap<>();
    private final List<LogRow> rows = new ArrayList<>();
    private final List<StoreEvent> events = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Decision> decisions = new ArrayList<>();
    private long revision;

    Batch(RevisionIndex index, ValueCache cache, LogWriter log, DiskSpace room) {
        this.index = index;
        this.cache = cache;
        this.log = log;
        this.room = room;
        revision = index.revision();
    }

    void decide(Write write) throws SQLException {
        writes.add(write);
        var current = current(write.key());
        if (current == write.expected())
            decisions.add(
                    hasRoom(write.change(), current)
                            ? perform(write, current)
                            : new Decision.Failed(StoreProblem.OUT_OF_SPACE, log.noRoom()));
        else if (current == KeyHistory.NONE) decisions.add(new Decision.Missing(revision));
        else decisions.add(new Decision.Mismatch(current));
    }

    private boolean hasRoom(Change change, long previous) {
        return switch (change) {
            case Change.Remove() -> true;
            case Change.Put _ -> room.allowsPut(previous);
        };
    }

    private Decision perform(Write write, long previous) throws SQLException {
        var fencingKey = write.fencingKey();
        if (fencingKey == null) return perform(write.key(), write.change(), previous);
        var witnessed = current(fencingKey.key());
        if (!fencingKey.allows(witnessed)) return new Decision.WitnessMoved(witnessed);
        var decision = perform(write.key(), write.change(), previous);
        if (!(decision instanceof Decision.Written)) return decision;
        // After the key, so that who has seen the witness has seen the key. One without the other must not be
        // committed.
        if (perform(fencingKey.key(), new Change.Put(fencingKey.value()), witnessed)
                instanceof Decision.Failed(var _, var why))
            throw new SQLException("the witness " + fencingKey.key() + " could not be written: " + why);
        return decision;
    }

    /** The mod revision of a key as this batch would leave it. */
    private long current(String key) {
        var row = pending.get(key);
        if (row == null) return index.latest(key);
        return row.value() == null ? KeyHistory.NONE : row.revision();
    }

    private Decision perform(String key, Change change, long previous) throws SQLException {
        var next = revision + 1;
        try {
            var event = switch (change) {
                case Change.Put(var value)
                when previous == KeyHistory.NONE -> new StoreEvent.Created(new Entry(key, value, next));
                case Change.Put(var value) ->
                    new StoreEvent.Replaced(new Entry(key, value, next), entry(key, previous));
                case Change.Remove() -> new StoreEvent.Deleted(entry(key, previous), next);
            };
            var row = LogRow.of(next, previous, key, change instanceof Change.Put(var value) ? value : null);
            log.insert(row);
            pending.put(key, row);
            rows.add(row);
            events.add(event);
            revision = next;
            return new Decision.Written(next);
        } catch (StoreException failure) {
            return new Decision.Failed(failure.problem(), String.valueOf(failure.getMessage()));
        }
    }

    private Entry entry(String key, long revision) throws SQLException {
        var row = pending.get(key);
        var known = row == null ? cache.get(revision) : row.value();
        return new Entry(key, known == null ? log.value(key, revision) : known, revision);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    long revision() {
        return revision;
    }

    /** The chain of all rows, these included. */
    long chained(long before) {
        var chain = before;
        for (var row : rows) chain = Chain.next(chain, row.revision(), row.checksum());
        return chain;
    }

    /** After the commit: readers see it. */
    void publish() {
        for (var row : rows) {
            index.add(row.key(), row.value() == null ? -row.revision() : row.revision(), row.checksum());
            var value = row.value();
            if (value != null) cache.put(row.revision(), value);
        }
        index.publish(revision);
    }

    List<StoreEvent> events() {
        return events;
    }

    void answer() {
        for (var i = 0; i < decisions.size(); i++) writes.get(i).answer().give(decisions.get(i));
    }
}
