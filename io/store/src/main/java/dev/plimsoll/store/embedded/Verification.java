package dev.plimsoll.store.embedded;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.log.Baseline;
import dev.plimsoll.store.embedded.log.Chain;
import dev.plimsoll.store.embedded.log.Damage;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.HighWaterMark.Content;
import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import dev.plimsoll.store.embedded.log.LogLoader;
import dev.plimsoll.store.embedded.log.RepairAdvice;
import dev.plimsoll.store.embedded.log.RevisionIndex;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A look at the files of a store that changes none of them: whether the database is what the high-water mark says was acknowledged.
 *
 * @param isOlderFormat if it has neither baseline nor mark yet
 */
record Verification(LogLoader.Loaded loaded, boolean isOlderFormat) {
    /** Of a store that nobody writes to. What it answers means nothing if damage was found. */
    static Verification of(Database database, Content content, Damage damage) throws IOException, SQLException {
        return of(database, content, damage, false);
    }

    /** @param moving if the database may have gone on since the mark was read */
    static Verification of(Database database, Content content, Damage damage, boolean moving)
            throws IOException, SQLException {
        var nothing = new Verification(
                new LogLoader.Loaded(new RevisionIndex(1, 1), new long[0], Baseline.of(0), Chain.start(0)), false);
        if (content instanceof Content.Damaged) {
            damage.add("neither half of " + HighWaterMark.FILE + " is whole, so nothing tells where history ends", 0);
        }
        var acknowledged =
                HighWaterMark.position(content).map(Position::revision).orElse(1L);
        if (database.isEmptyBesideLog()) {
            damage.add(Database.FILE + " is empty, and its write-ahead log is not", Math.max(1, acknowledged - 1));
        } else if (!database.exists()) {
            damage.add(Database.FILE + " is empty or missing", acknowledged - 1);
        }
        if (!damage.isEmpty()) return nothing;
        try (var connection = database.reader()) {
            var format = format(database, connection, content, damage);
            if (!damage.isEmpty()) return nothing;
            var read = format == Database.FORMAT
                    ? new Verification(current(connection, content, damage, moving), false)
                    : new Verification(older(connection, content, damage), true);
            LogLoader.checkPages(connection, damage);
            return read;
        } catch (SQLException unreadable) {
            if (!SqliteErrors.isDamage(unreadable)) throw unreadable;
            if (content instanceof Content.Missing && SqliteErrors.problem(unreadable) == StoreProblem.UNKNOWN_FORMAT)
                throw unreadable;
            damage.add(Database.FILE + " cannot be read (" + unreadable.getMessage() + ")", acknowledged - 1);
            return nothing;
        }
    }

    private static LogLoader.Loaded current(Connection connection, Content content, Damage damage, boolean moving)
            throws SQLException {
        var position = HighWaterMark.position(content);
        var baseline = Baseline.read(connection);
        if (position.isEmpty())
            damage.add(
                    HighWaterMark.FILE + " is missing, so nothing tells whether the database has all that was written",
                    0);
        if (baseline.isEmpty()) damage.add("what it says of its oldest revision is not what was written", 1);
        if (position.isPresent()
                && baseline.isPresent()
                && position.get().store() != baseline.get().store())
            damage.add(HighWaterMark.FILE + " is of another store than " + Database.FILE, 0);
        var loading = new LogLoader(baseline.orElseGet(() -> Baseline.of(0)), position.orElse(null), damage);
        return (moving ? loading.whileWritten() : loading).load(connection);
    }

    /** Its rows have checksums and must follow each other; nothing tells how many there were. */
    private static LogLoader.Loaded older(Connection connection, Content content, Damage damage) throws SQLException {
        var oldest = Database.number(connection, "SELECT value FROM mark WHERE name = 'compacted'");
        if (oldest < 1) damage.add("it does not say which revision is the oldest", 1);
        var store = HighWaterMark.position(content).map(Position::store).orElseGet(Opened::randomNumber);
        var loaded =
                new LogLoader(new Baseline(store, oldest, Chain.start(store), 0, 0), null, damage).load(connection);
        HighWaterMark.position(content).ifPresent(mark -> {
            if (mark.revision() != loaded.index().revision() || mark.chain() != loaded.chain())
                damage.add("it is of an earlier version of this program than " + HighWaterMark.FILE + " beside it", 1);
        });
        return loaded;
    }

    /** Refuses files of others; finds what is wrong with our own. */
    private static int format(Database database, Connection connection, Content content, Damage damage)
            throws SQLException {
        var ours = !(content instanceof Content.Missing);
        var format = (int) Database.number(connection, "PRAGMA user_version");
        if (Database.number(connection, "PRAGMA application_id") != Database.APPLICATION) {
            if (!ours)
                throw new StoreException(
                        StoreProblem.UNKNOWN_FORMAT, database.file() + " is not a store of this program.");
            damage.add("the header of " + Database.FILE + " does not name this program", 0);
        }
        if (format != Database.FORMAT && format != Database.FORMAT_WITHOUT_BASELINE) {
            throw new StoreException(
                    StoreProblem.UNKNOWN_FORMAT,
                    "The store " + database.file() + " has format " + format + "; this version reads formats "
                            + Database.FORMAT_WITHOUT_BASELINE + " and " + Database.FORMAT
                            + ". If no later version has written it, its header is damaged. "
                            + RepairAdvice.forDamage(database.folder()));
        }
        if (!Database.text(connection, "PRAGMA journal_mode").equals("wal"))
            damage.add("the header of " + Database.FILE + " does not say that there is a write-ahead log", 0);
        for (var table : List.of(Database.LOG_TABLE, Database.MARK_TABLE)) {
            if (Database.number(connection, "SELECT count(*) FROM sqlite_schema WHERE sql = '" + table + "'") != 1)
                damage.add("its tables are not described as they were made", 0);
        }
        if (Database.number(connection, "SELECT count(*) FROM sqlite_schema WHERE sql IS NOT NULL") != 2)
            damage.add("it has other tables than ours", 0);
        return format;
    }
}
