package dev.plimsoll.store.embedded;

import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Rebuilds the index from the log, and checks while it reads: every revision after the oldest is there, and each row says of its
 * key what the rows before it say. Values are checked when they are read.
 */
final class Loading {
    private final Path file;

    /** What was rebuilt, and the rows that an interrupted compaction left behind. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
    record Loaded(Index index, long[] unreachable) {}

    Loading(Path file) {
        this.file = file;
    }

    Loaded load(LogWriter log) throws SQLException {
        var oldest = Database.number(log.connection(), "SELECT value FROM mark WHERE name = 'compacted'");
        if (oldest < 1) throw Failures.damaged(file, "it does not say which revision is the oldest");
        var index = new Index(oldest, oldest);
        var expected = oldest + 1;
        try (var statement = log.connection().createStatement();
                var rows = statement.executeQuery("SELECT iif(v IS NULL, -rev, rev), prev, k FROM log ORDER BY rev")) {
            while (rows.next()) {
                var signed = rows.getLong(1);
                var revision = Math.abs(signed);
                var key = rows.getString(3);
                if (revision > oldest) {
                    if (revision != expected) throw Failures.damaged(file, "revision " + expected + " is missing");
                    if (rows.getLong(2) != index.latest(key))
                        throw Failures.damaged(
                                file, "revision " + revision + " of " + key + " does not follow what was before it");
                    expected++;
                }
                index.add(key, signed);
            }
        }
        index.publish(expected - 1);
        return new Loaded(index, index.compact(oldest));
    }
}
