package dev.plimsoll.store.embedded.log;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The log as the writer's connection sees it. What it is told shows and lasts from {@link #commit} on. For one thread. */
public final class LogWriter implements AutoCloseable {
    private static final int SPARING = 16;

    private final Database database;
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement remove;
    private final PreparedStatement mark;
    private final ValueQuery values;

    public LogWriter(Database database) throws SQLException {
        this.database = database;
        connection = database.writer();
        try {
            insert = connection.prepareStatement("INSERT INTO log (rev, prev, k, v, crc) VALUES (?, ?, ?, ?, ?)");
            remove = connection.prepareStatement("DELETE FROM log WHERE rev = ?");
            mark = connection.prepareStatement("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)");
            values = new ValueQuery(connection, database);
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    public void insert(LogRow row) throws SQLException {
        insert.setLong(1, row.revision());
        insert.setLong(2, row.previous());
        insert.setString(3, row.key());
        insert.setBytes(4, row.value());
        insert.setLong(5, Integer.toUnsignedLong(row.checksum()));
        insert.executeUpdate();
    }

    public void remove(long revision) throws SQLException {
        remove.setLong(1, revision);
        remove.executeUpdate();
    }

    public void baseline(Baseline baseline) throws SQLException {
        for (var each : baseline.marks().entrySet()) {
            mark.setString(1, each.getKey());
            mark.setLong(2, each.getValue());
            mark.executeUpdate();
        }
    }

    /** With {@link #baseline}, in one transaction: an older file becomes one of today's format. */
    public void format() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA user_version = " + Database.FORMAT);
        }
    }

    /** How many pages the file has, those in the write-ahead log counted. */
    long pages() throws SQLException {
        return Database.number(connection, "PRAGMA page_count");
    }

    /** How many of them hold nothing. */
    long freePages() throws SQLException {
        return Database.number(connection, "PRAGMA freelist_count");
    }

    /**
     * While there is no room: the pages that are kept in reserve may be used, and the write-ahead log is moved into the main file
     * after few pages, so that it needs no more of the disk than it has.
     */
    void useReserve(boolean use) throws SQLException {
        var options = database.options();
        var pages = use ? SPARING : options.checkpointPages();
        Database.number(connection, "PRAGMA wal_autocheckpoint = " + pages);
        if (options.maxFileBytes() == 0) return;
        var bytes = options.maxFileBytes() - (use ? 0 : DiskReserve.bytes(options));
        Database.number(connection, "PRAGMA max_page_count = " + Math.max(1, bytes / Database.PAGE));
    }

    /** The value that was written at a revision, which must be there. */
    public byte[] value(String key, long revision) throws SQLException {
        return values.find(key, revision).orElseThrow(() -> database.missing(key, revision));
    }

    public String noRoom() {
        return SqliteErrors.noRoom(database.file());
    }

    public void commit() throws SQLException {
        connection.commit();
    }

    /**
     * Moves everything from the write-ahead log into the main file, and forces that. It does all that it can: readers that are at
     * work keep the rest back.
     */
    public void checkpoint() throws SQLException {
        connection.commit();
        connection.setAutoCommit(true); // a checkpoint is no part of a transaction
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } finally {
            connection.setAutoCommit(false);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
