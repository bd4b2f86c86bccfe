package dev.plimsoll.store.embedded;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The log as the writer's connection sees it. What it is told shows and lasts from {@link #commit} on. For one thread. */
final class LogWriter implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement remove;
    private final PreparedStatement mark;
    private final ValueQuery values;

    LogWriter(Database database) throws SQLException {
        connection = database.writer();
        try {
            insert = connection.prepareStatement("INSERT INTO log (rev, prev, k, v, crc) VALUES (?, ?, ?, ?, ?)");
            remove = connection.prepareStatement("DELETE FROM log WHERE rev = ?");
            mark = connection.prepareStatement("UPDATE mark SET value = ? WHERE name = 'compacted'");
            values = new ValueQuery(connection, database.file());
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    Connection connection() {
        return connection;
    }

    void insert(Row row) throws SQLException {
        insert.setLong(1, row.revision());
        insert.setLong(2, row.previous());
        insert.setString(3, row.key());
        insert.setBytes(4, row.value());
        insert.setLong(5, row.checksum());
        insert.executeUpdate();
    }

    void remove(long revision) throws SQLException {
        remove.setLong(1, revision);
        remove.executeUpdate();
    }

    void compacted(long oldest) throws SQLException {
        mark.setLong(1, oldest);
        mark.executeUpdate();
    }

    /** The value that was written at a revision, which must be there. */
    byte[] value(String key, long revision) throws SQLException {
        return values.find(key, revision).orElseThrow(() -> values.missing(key, revision));
    }

    void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
