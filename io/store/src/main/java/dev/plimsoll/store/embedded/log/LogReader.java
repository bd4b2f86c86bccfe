package dev.plimsoll.store.embedded.log;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.StoreEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The log as a reader's connection sees it. For one thread at a time. */
public final class LogReader implements AutoCloseable {
    private final Database database;
    private final Connection connection;
    private final ValueQuery values;
    private final PreparedStatement stretch;

    LogReader(Database database) throws SQLException {
        this.database = database;
        connection = database.reader();
        try {
            values = new ValueQuery(connection, database);
            stretch = connection.prepareStatement("SELECT l.rev, l.prev, l.k, l.v, l.crc, p.v, p.prev, p.crc"
                    + " FROM log l LEFT JOIN log p ON p.rev = l.prev WHERE l.rev > ? AND l.rev <= ? ORDER BY l.rev");
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    public Optional<byte[]> value(String key, long revision) throws SQLException {
        return values.find(key, revision);
    }

    /**
     * The events with the prefix in {@code (after, through]}; empty if a row is not there that they need, because compaction has
     * passed {@code after} or because the log is damaged. Rows of other keys are checked too: a name may be what is damaged.
     */
    public Optional<List<StoreEvent>> events(String prefix, long after, long through) throws SQLException {
        var events = new ArrayList<StoreEvent>();
        var last = after;
        stretch.setLong(1, after);
        stretch.setLong(2, through);
        try (var rows = stretch.executeQuery()) {
            while (rows.next()) {
                var key = String.valueOf(rows.getString(3));
                var row = new LogRow(rows.getLong(1), rows.getLong(2), key, rows.getBytes(4), (int) rows.getLong(5));
                if (row.revision() != ++last) return Optional.empty();
                if (!checked(row).key().startsWith(prefix)) continue;
                if (row.previous() == KeyHistory.NONE) {
                    events.add(new StoreEvent.Created(new Entry(key, present(row), row.revision())));
                    continue;
                }
                var before = new LogRow(row.previous(), rows.getLong(7), key, rows.getBytes(6), (int) rows.getLong(8));
                if (before.value() == null) return Optional.empty();
                var previous = new Entry(key, present(checked(before)), before.revision());
                events.add(
                        row.value() == null
                                ? new StoreEvent.Deleted(previous, row.revision())
                                : new StoreEvent.Replaced(new Entry(key, present(row), row.revision()), previous));
            }
        }
        return last == through ? Optional.of(events) : Optional.empty();
    }

    private LogRow checked(LogRow row) {
        if (row.isWhole()) return row;
        throw database.damaged("revision " + row.revision() + " of " + row.key() + " is not what was written");
    }

    private byte[] present(LogRow row) {
        var value = row.value();
        if (value == null) throw database.damaged("revision " + row.revision() + " of " + row.key() + " has no value");
        return value;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
