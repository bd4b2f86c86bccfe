package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Problem;
import dev.plimsoll.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** The SQLite file: its settings, its tables, and how connections to it are opened. */
record Database(Path file, EmbeddedOptions options) {
    /** "PLIM", in the file's header: tells our files from those of others. */
    private static final int APPLICATION = 0x504c494d;

    private static final int SCHEMA = 1;
    private static final int PAGE = 16_384;

    /** The one connection that writes. Creates the tables in a new file; refuses a file that it does not understand. */
    Connection writer() throws SQLException {
        var config = new SQLiteConfig();
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setWalAutocheckpoint(options.checkpointPages());
        config.setJournalSizeLimit(Math.toIntExact(Math.min(Integer.MAX_VALUE, 2L * options.checkpointPages() * PAGE)));
        var pages = options.maxFileBytes() / PAGE;
        if (pages > 0) config.setMaxPageCount(Math.toIntExact(Math.min(Integer.MAX_VALUE, pages)));
        var connection = config.createConnection("jdbc:sqlite:" + file);
        try {
            prepare(connection);
            connection.setAutoCommit(false);
            return connection;
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    /** One that reads; for one thread at a time. */
    Connection reader() throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        return config.createConnection("jdbc:sqlite:" + file);
    }

    private void prepare(Connection connection) throws SQLException {
        if (number(connection, "PRAGMA schema_version") == 0) create(connection);
        if (number(connection, "PRAGMA application_id") != APPLICATION)
            throw new StoreException(Problem.UNKNOWN_FORMAT, file + " is not a store of this program.");
        var schema = number(connection, "PRAGMA user_version");
        if (schema != SCHEMA)
            throw new StoreException(
                    Problem.UNKNOWN_FORMAT,
                    "The store " + file + " has format " + schema + "; this version reads format " + SCHEMA + " only.");
        if (!text(connection, "PRAGMA journal_mode").equals("wal"))
            throw new StoreException(
                    Problem.REFUSED,
                    "The file system under " + file + " cannot hold a write-ahead log; use a folder on a local disk.");
    }

    /** The tables come in one transaction: a file has everything or is new. */
    private static void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA page_size = " + PAGE); // before the write-ahead log: later it has no effect
            statement.execute("PRAGMA journal_mode = WAL");
            statement.executeUpdate("BEGIN IMMEDIATE");
            statement.executeUpdate("CREATE TABLE log (rev INTEGER PRIMARY KEY, prev INTEGER NOT NULL, k TEXT NOT NULL,"
                    + " v BLOB, crc INTEGER NOT NULL) STRICT");
            statement.executeUpdate(
                    "CREATE TABLE mark (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID");
            statement.executeUpdate("INSERT INTO mark VALUES ('compacted', 1)");
            statement.executeUpdate("PRAGMA application_id = " + APPLICATION);
            statement.executeUpdate("PRAGMA user_version = " + SCHEMA);
            statement.executeUpdate("COMMIT");
        }
    }

    static long number(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }
}
