package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Event;
import dev.plimsoll.store.Problem;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.embedded.Request.Change;
import dev.plimsoll.store.embedded.Request.Decision;
import dev.plimsoll.store.embedded.Request.Write;
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
    private final Index index;
    private final ValueCache cache;
    private final LogWriter log;
    private final Room room;

    private final Map<String, Row> pending = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Decision> decisions = new ArrayList<>();
    private long revision;

    Batch(Index index, ValueCache cache, LogWriter log, Room room) {
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
                    room.allows(write.change(), current)
                            ? perform(write, current)
                            : new Decision.Failed(Problem.OUT_OF_SPACE, log.noRoom()));
        else if (current == History.NONE) decisions.add(new Decision.Missing(revision));
        else decisions.add(new Decision.Mismatch(current));
    }

    private Decision perform(Write write, long previous) throws SQLException {
        var witness = write.witness();
        if (witness == null) return perform(write.key(), write.change(), previous);
        var witnessed = current(witness.key());
        if (!witness.allows(witnessed)) return new Decision.WitnessMoved(witnessed);
        var decision = perform(write.key(), write.change(), previous);
        if (!(decision instanceof Decision.Written)) return decision;
        // After the key, so that who has seen the witness has seen the key. One without the other must not be
        // committed.
        if (perform(witness.key(), new Change.Put(witness.value()), witnessed)
                instanceof Decision.Failed(var _, var why))
            throw new SQLException("the witness " + witness.key() + " could not be written: " + why);
        return decision;
    }

    /** The mod revision of a key as this batch would leave it. */
    private long current(String key) {
        var row = pending.get(key);
        if (row == null) return index.latest(key);
        return row.value() == null ? History.NONE : row.revision();
    }

    private Decision perform(String key, Change change, long previous) throws SQLException {
        var next = revision + 1;
        try {
            var event = switch (change) {
                case Change.Put(var value)
                when previous == History.NONE -> new Event.Created(new Entry(key, value, next));
                case Change.Put(var value) -> new Event.Replaced(new Entry(key, value, next), entry(key, previous));
                case Change.Remove() -> new Event.Deleted(entry(key, previous), next);
            };
            var row = Row.of(next, previous, key, change instanceof Change.Put(var value) ? value : null);
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

    List<Event> events() {
        return events;
    }

    void answer() {
        for (var i = 0; i < decisions.size(); i++) writes.get(i).answer().give(decisions.get(i));
    }
}
