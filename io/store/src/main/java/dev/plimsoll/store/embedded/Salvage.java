package dev.plimsoll.store.embedded;

import dev.plimsoll.store.embedded.log.LogRow;
import dev.plimsoll.store.embedded.log.RowQuery;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds in a damaged database the newest whole row of each key.
 *
 * <p>Steps: (1) read rows from the first on until a page cannot be read; (2) read from the last back until a page cannot be read;
 * (3) ask for each revision between by itself.
 */
final class Salvage {
    private static final int NAMED = 20;

    private final Connection connection;
    private final Map<String, LogRow> newest = new HashMap<>();
    private final List<String> lost = new ArrayList<>();
    private long whole;
    private long damaged;
    private long last;

    private Salvage(Connection connection) {
        this.connection = connection;
    }

    /** @param acknowledged the last revision that a client was told of; 0 if nothing tells */
    static Salvage of(Connection connection, long acknowledged) throws SQLException {
        var salvage = new Salvage(connection);
        var first = salvage.scan("ORDER BY rev", Long.MAX_VALUE);
        if (first >= 0) {
            var back = salvage.scan("ORDER BY rev DESC", first);
            salvage.lost.add("pages between revisions " + first + " and " + Math.max(first, back) + " cannot be read");
            if (back > first) salvage.probe(first + 1, back - 1);
        }
        if (salvage.damaged > 0)
            salvage.lost.add(
                    salvage.damaged + " rows are not what was written; their keys have older values, or are gone");
        if (salvage.last < acknowledged)
            salvage.lost.add(
                    "revisions " + (salvage.last + 1) + " to " + acknowledged + " were acknowledged and are gone");
        return salvage;
    }

    /** Answers the last revision that could be read; -1 if all could. */
    private long scan(String order, long stop) throws SQLException {
        var reached = 0L;
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(RowQuery.COLUMNS + order)) {
            while (rows.next()) {
                var row = RowQuery.row(rows);
                if (row.revision() == stop) return -1;
                reached = row.revision();
                take(row);
            }
            return -1;
        } catch (SQLException unreadable) {
            if (!SqliteErrors.isDamage(unreadable)) throw unreadable;
            return reached;
        }
    }

    private void probe(long from, long to) throws SQLException {
        try (var rows = new RowQuery(connection)) {
            for (var revision = from; revision <= to; revision++) {
                try {
                    rows.find(revision).ifPresent(this::take);
                } catch (SQLException unreadable) {
                    if (!SqliteErrors.isDamage(unreadable)) throw unreadable;
                }
            }
        }
    }

    private void take(LogRow row) {
        if (!row.isWhole()) {
            damaged++;
            if (lost.size() < NAMED) lost.add("revision " + row.revision() + " of " + row.key() + " is damaged");
            return;
        }
        whole++;
        last = Math.max(last, row.revision());
        // Without the value: it is read again when it is copied.
        var kept = row.value() == null
                ? row
                : new LogRow(row.revision(), row.previous(), row.key(), new byte[0], row.checksum());
        newest.merge(row.key(), kept, (one, other) -> one.revision() > other.revision() ? one : other);
    }

    /** Of the rows to keep, ascending. */
    long[] revisions() {
        var kept = new TreeMap<Long, LogRow>();
        for (var row : newest.values()) if (row.value() != null) kept.put(row.revision(), row);
        return kept.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    long last() {
        return last;
    }

    boolean isEmpty() {
        return whole == 0;
    }

    List<String> lost() {
        return lost;
    }
}
