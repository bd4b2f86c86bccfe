package dev.plimsoll.store.embedded;

import dev.plimsoll.store.embedded.log.Baseline;
import dev.plimsoll.store.embedded.log.Chain;
import dev.plimsoll.store.embedded.log.Damage;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import dev.plimsoll.store.embedded.log.LogRow;
import dev.plimsoll.store.embedded.log.LogWriter;
import dev.plimsoll.store.embedded.log.RowQuery;
import dev.plimsoll.store.embedded.log.StoreFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Makes the files of a new store from rows of another. It holds what the keys held, without history, at a revision that is later than
 * any that clients have seen: whoever goes on from an older one is told that it is gone, and lists anew.
 */
final class StoreRebuild {
    /** Added to the last known revision: what was acknowledged after a backup is not known. */
    private static final long AHEAD = 1_000_000;

    private static final int ROWS_PER_COMMIT = 1000;

    private StoreRebuild() {}

    /** Later than a revision, by more than can have been lost. */
    static long revisionAfter(long revision) {
        return revision + AHEAD;
    }

    /** What the new store is to hold: rows with values, in the order of their revisions, no key twice. */
    interface Rows {
        /** Empty after the last. */
        Optional<LogRow> next() throws SQLException;
    }

    /**
     * Fills a folder from another store's database, and proves what it wrote.
     *
     * @param revisions of the rows to take, ascending
     */
    static void into(Path folder, Connection source, long[] revisions, long oldest) throws IOException, SQLException {
        try (var rows = new RowQuery(source)) {
            var position = new int[1];
            into(
                    folder,
                    () -> {
                        if (position[0] == revisions.length) return Optional.empty();
                        var revision = revisions[position[0]++];
                        return Optional.of(rows.find(revision)
                                .orElseThrow(() -> database(folder).missing("a key", revision)));
                    },
                    oldest);
        }
    }

    private static Database database(Path folder) {
        return new Database(folder, EmbeddedOptions.DEFAULT, new StoreFaults(_ -> {}));
    }

    /**
     * Fills a folder and proves what it wrote.
     *
     * @param oldest the revision at which the store begins, not before that of any row
     */
    static void into(Path folder, Rows rows, long oldest) throws IOException, SQLException {
        var database = database(folder);
        var store = Opened.randomNumber();
        database.create(Baseline.of(store));
        var digest = 0L;
        var count = 0;
        try (var log = new LogWriter(database)) {
            for (var row = rows.next(); row.isPresent(); row = rows.next()) {
                log.insert(row.get());
                digest += Chain.weight(row.get().revision(), row.get().checksum());
                if (++count % ROWS_PER_COMMIT == 0) log.commit();
            }
            log.baseline(new Baseline(store, oldest, Chain.start(store), count, digest));
            log.commit();
            log.checkpoint();
        }
        HighWaterMark.create(folder, new Position(store, oldest, Chain.start(store)));
        var damage = new Damage();
        Verification.of(database, HighWaterMark.read(folder), damage);
        if (!damage.isEmpty()) throw damage.refusal(folder);
    }
}
