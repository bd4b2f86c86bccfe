package dev.plimsoll.store.embedded;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.log.Baseline;
import dev.plimsoll.store.embedded.log.Damage;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.DiskReserve;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.HighWaterMark.Content;
import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import dev.plimsoll.store.embedded.log.LogLoader;
import dev.plimsoll.store.embedded.log.LogWriter;
import dev.plimsoll.store.embedded.log.SqliteErrors;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;

/**
 * The files of a store that was proven whole, or is new. Nothing is written before the proof, so that a store which is refused stays
 * as it was found.
 */
record Opened(LogWriter log, HighWaterMark mark, LogLoader.Loaded loaded) {
    static Opened of(Database database) throws IOException {
        try {
            new DiskReserve(database).releaseIfNeeded();
            var content = HighWaterMark.read(database.folder());
            if (isNew(database, content)) {
                create(database, content);
                content = HighWaterMark.read(database.folder());
            }
            var damage = new Damage();
            var proof = Verification.of(database, content, damage);
            if (!damage.isEmpty()) throw damage.refusal(database.folder());
            if (proof.isOlderFormat()) content = migrated(database, proof, content);
            return opened(database, content, proof.loaded());
        } catch (SQLException failure) {
            throw SqliteErrors.exception(database.file(), failure);
        }
    }

    /** Nothing is there, or the first start was cut off before the database was. */
    private static boolean isNew(Database database, Content content) throws IOException {
        return switch (content) {
            case Content.Missing() -> !database.exists();
            case Content.Damaged() -> false;
            case Content.Found(var position, var _, var _) -> position.revision() == 0;
        };
    }

    /** The mark comes first: a database of today's format without one has lost it. */
    private static void create(Database database, Content content) throws IOException, SQLException {
        var baseline =
                Baseline.of(HighWaterMark.position(content).map(Position::store).orElseGet(Opened::randomNumber));
        HighWaterMark.create(database.folder(), new Position(baseline.store(), 0, baseline.chain()));
        database.create(baseline);
        HighWaterMark.create(database.folder(), new Position(baseline.store(), baseline.oldest(), baseline.chain()));
    }

    private static Content migrated(Database database, Verification proof, Content content)
            throws IOException, SQLException {
        var loaded = proof.loaded();
        if (content instanceof Content.Missing) {
            var end = new Position(loaded.baseline().store(), loaded.index().revision(), loaded.chain());
            HighWaterMark.create(database.folder(), end);
        }
        try (var log = new LogWriter(database)) {
            log.baseline(loaded.baseline());
            log.format();
            log.commit();
        }
        database.faults()
                .note("The store in " + database.folder()
                        + " was converted from format 1 to format 2, with checksums of"
                        + " its history; earlier versions of this program cannot open it any more.");
        return HighWaterMark.read(database.folder());
    }

    private static Opened opened(Database database, Content content, LogLoader.Loaded loaded)
            throws IOException, SQLException {
        if (!(content instanceof Content.Found found))
            throw new StoreException(
                    StoreProblem.IO, "The file " + HighWaterMark.FILE + " has vanished while it was read.");
        if (!found.bothWhole())
            database.faults()
                    .note("One of the two slots of " + HighWaterMark.FILE + " in " + database.folder()
                            + " was not whole, as after a power failure; the other is, and agrees with the database.");
        var mark = HighWaterMark.open(database.folder(), found);
        try {
            var log = new LogWriter(database);
            try {
                // After a crash the kernel may hold parts of the log that never reached the disk: this writes them
                // again.
                checkpoint(log, database);
                mark.advance(loaded.index().revision(), loaded.chain());
                return new Opened(log, mark, loaded);
            } catch (Throwable failed) {
                log.close();
                throw failed;
            }
        } catch (Throwable failed) {
            mark.close();
            throw failed;
        }
    }

    private static void checkpoint(LogWriter log, Database database) throws SQLException {
        try {
            log.checkpoint();
        } catch (SQLException failure) {
            if (SqliteErrors.problem(failure) != StoreProblem.OUT_OF_SPACE) throw failure;
            new DiskReserve(database).release(); // the first write finds out whether that was enough
        }
    }

    static long randomNumber() {
        return new SecureRandom().nextLong();
    }
}
