package dev.plimsoll.store.embedded.log;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/**
 * The SQLite file: its settings, its tables, and how connections to it are opened.
 *
 * @param connections opens them
 */
public record Database(Path folder, EmbeddedOptions options, StoreFaults faults, ConnectionFactory connections) {
    public static final String FILE = "store.db";
    public static final int PAGE = 16_384;

    /** "PLIM", in the file's header: tells our files from those of others. */
    public static final int APPLICATION = 0x504c494d;

    /** With a baseline and a high-water mark. */
    public static final int FORMAT = 2;

    /** Without them; turned into the newer one when it is opened. */
    public static final int FORMAT_WITHOUT_BASELINE = 1;

    public static final String LOG_TABLE =
            "CREATE TABLE log (rev INTEGER PRIMARY KEY, prev INTEGER NOT NULL, k TEXT NOT NULL,"
                    + " v BLOB, crc INTEGER NOT NULL) STRICT";
    public static final String MARK_TABLE =
            "CREATE TABLE mark (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID";

    public Database(Path folder, EmbeddedOptions options, StoreFaults faults) {
        this(folder, options, faults, ConnectionFactory.SQLITE);
    }

    public Path file() {
        return folder.resolve(FILE);
    }

    /** True if there is something in the database, or in its write-ahead log. */
    public boolean exists() throws IOException {
        return size(file()) > 0 || size(log()) > 0;
    }

    /** SQLite takes a database of no bytes for a new one, and deletes the write-ahead log beside it. */
    public boolean isEmptyBesideLog() throws IOException {
        return size(file()) == 0 && size(log()) > 0;
    }

    private Path log() {
        return folder.resolve(FILE + "-wal");
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** The one connection that writes. */
    public Connection writer() throws SQLException {
        var config = new SQLiteConfig();
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setWalAutocheckpoint(options.checkpointPages());
        config.setJournalSizeLimit(Math.toIntExact(Math.min(Integer.MAX_VALUE, 2L * options.checkpointPages() * PAGE)));
        var pages = (options.maxFileBytes() - DiskReserve.bytes(options)) / PAGE;
        if (options.maxFileBytes() > 0)
            config.setMaxPageCount(Math.toIntExact(Math.clamp(pages, 1, Integer.MAX_VALUE)));
        var connection = connections.connect(config, "jdbc:sqlite:" + file());
        try {
            connection.setAutoCommit(false);
            return connection;
        } catch (Throwable failed) {
            connection.close();
            throw failed;
        }
    }

    /** One that reads; for one thread at a time. It leaves the write-ahead log as it is when it is closed. */
    public Connection reader() throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        return connections.connect(config, "jdbc:sqlite:" + file());
    }

    /** Makes the tables, in one transaction: a file has everything or is new. */
    public void create(Baseline baseline) throws SQLException, IOException {
        PrivateFiles.createIfMissing(file()); // SQLite gives the files beside it the same mode
        try (var connection = connections.connect(new SQLiteConfig(), "jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA page_size = " + PAGE); // before the write-ahead log: later it has no effect
            statement.execute("PRAGMA journal_mode = WAL");
            if (!text(connection, "PRAGMA journal_mode").equals("wal"))
                throw new StoreException(
                        StoreProblem.REFUSED,
                        "The file system under " + file()
                                + " cannot hold a write-ahead log; use a folder on a local disk.");
            statement.executeUpdate("BEGIN IMMEDIATE");
            statement.executeUpdate(LOG_TABLE);
            statement.executeUpdate(MARK_TABLE);
            for (var mark : baseline.marks().entrySet())
                statement.executeUpdate("INSERT INTO mark VALUES ('" + mark.getKey() + "', " + mark.getValue() + ")");
            statement.executeUpdate("PRAGMA application_id = " + APPLICATION);
            statement.executeUpdate("PRAGMA user_version = " + FORMAT);
            statement.executeUpdate("COMMIT");
        }
    }

    /** What is wrong, told to whoever looks after the store too. */
    public StoreException damaged(String what) {
        var why = "The store in " + folder + " is damaged: " + what
                + ". It takes no writes until it is repaired: stop the server. " + RepairAdvice.forDamage(folder);
        faults.report(StoreProblem.DAMAGED, why);
        return new StoreException(StoreProblem.DAMAGED, why);
    }

    public StoreException missing(String key, long revision) {
        return damaged("revision " + revision + " of " + key + " is missing");
    }

    public static long number(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    public static String text(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }
}
