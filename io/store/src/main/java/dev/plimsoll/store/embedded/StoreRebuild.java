package dev.plimsoll.store.embedded;

import dev.plimsoll.store.embedded.log.Baseline;
import dev.plimsoll.store.embedded.log.Chain;
import dev.plimsoll.store.embedded.log.Damage;
import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import dev.plimsoll.store.embedded.log.LogWriter;
import dev.plimsoll.store.embedded.log.RowQuery;
import dev.plimsoll.store.embedded.log.StoreFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

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

    /**
     * Fills a folder and proves what it wrote.
     *
     * @param revisions of the rows to take, ascending
     */
    static void into(Path folder, Connection source, long[] revisions, long oldest) throws IOException, SQLException {
        var database = new Database(folder, EmbeddedOptions.DEFAULT, new StoreFaults(_ -> {}));
        var store = Opened.randomNumber();
        database.create(Baseline.of(store));
        var digest = 0L;
        try (var log = new LogWriter(database);
                var rows = new RowQuery(source)) {
            for (var i = 0; i < revisions.length; i++) {
                var revision = revisions[i];
                var row = rows.find(revision).orElseThrow(() -> database.missing("a key", revision));
                log.insert(row);
                digest += Chain.weight(revision, row.checksum());
                if (i % ROWS_PER_COMMIT == ROWS_PER_COMMIT - 1) log.commit();
            }
            log.baseline(new Baseline(store, oldest, Chain.start(store), revisions.length, digest));
            log.commit();
            log.checkpoint();
        }
        HighWaterMark.create(folder, new Position(store, oldest, Chain.start(store)));
        var damage = new Damage();
        Verification.of(database, HighWaterMark.read(folder), damage);
        if (!damage.isEmpty()) throw damage.refusal(folder);
    }
}
