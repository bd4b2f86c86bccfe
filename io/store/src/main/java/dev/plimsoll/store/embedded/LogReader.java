package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Event;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log as a reader's connection sees it. For one thread at a time. */
final class LogReader implements AutoCloseable {
    private final Path file;
    private final Connection connection;
    private final ValueQuery values;
    private final PreparedStatement stretch;

    LogReader(Database database) throws SQLException {
        file = database.file();
        connection = database.reader();
        try {
            values = new ValueQuery(connection, file);
            stretch = connection.prepareStatement("SELECT l.rev, l.prev, l.k, l.v, l.crc, p.v, p.prev, p.crc"
                    + " FROM log l LEFT JOIN log p ON p.rev = l.prev WHERE l.rev > ? AND l.rev <= ? ORDER BY l.rev");
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    Optional<byte[]> value(String key, long revision) throws SQLException {
        return values.find(key, revision);
    }

    /** The events with the prefix in {@code (after, through]}. Meaningless if compaction has passed {@code after}. */
    List<Event> events(String prefix, long after, long through) throws SQLException {
        var events = new ArrayList<Event>();
        stretch.setLong(1, after);
        stretch.setLong(2, through);
        try (var rows = stretch.executeQuery()) {
            while (rows.next()) {
                var key = rows.getString(3);
                if (key.startsWith(prefix)) events.add(event(rows, key));
            }
        }
        return events;
    }

    private Event event(ResultSet rows, String key) throws SQLException {
        var row = new Row(rows.getLong(1), rows.getLong(2), key, rows.getBytes(4));
        check(row, rows.getLong(5));
        var value = row.value();
        if (row.previous() == History.NONE)
            return new Event.Created(new Entry(key, present(value, row), row.revision()));
        var before = new Row(row.previous(), rows.getLong(7), key, rows.getBytes(6));
        check(before, rows.getLong(8));
        var previous = new Entry(key, present(before.value(), before), before.revision());
        return value == null
                ? new Event.Deleted(previous, row.revision())
                : new Event.Replaced(new Entry(key, value, row.revision()), previous);
    }

    private void check(Row row, long checksum) {
        if (row.checksum() != checksum)
            throw Failures.damaged(
                    file, "revision " + row.revision() + " of " + row.key() + " is not what was written");
    }

    private byte[] present(byte @Nullable [] value, Row row) {
        if (value == null)
            throw Failures.damaged(file, "revision " + row.revision() + " of " + row.key() + " has no value");
        return value;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
