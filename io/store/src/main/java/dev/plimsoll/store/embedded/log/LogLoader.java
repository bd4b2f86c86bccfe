package dev.plimsoll.store.embedded.log;

import dev.plimsoll.store.embedded.log.HighWaterMark.Position;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the index from the log, and proves while it reads that the log is what was acknowledged.
 *
 * <p>Steps: (1) each row has the checksum that it was written with; (2) no revision after the oldest is missing, and each row
 * follows the one before it of its key; (3) the rows that were live at the oldest revision add up to the baseline; (4) the chain of
 * all rows goes through the high-water mark; (5) the pages of the file are in order, so that writing to it destroys nothing.
 */
public final class LogLoader {
    /** Rows that one commit may hold, several times over: how far the database may be ahead of the mark after a crash. */
    private static final long MOST_AHEAD = 8192;

    private final Damage damage;
    private final Baseline baseline;
    private final @Nullable Position mark;
    private final RevisionIndex index;

    private long mostAhead = MOST_AHEAD;
    private long last;
    private long chain;

    /** What was rebuilt, and the rows that an interrupted compaction left behind. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
    public record Loaded(RevisionIndex index, long[] unreachable, Baseline baseline, long chain) {}

    /**
     * For one file.
     *
     * @param mark null for a file of the format that had none
     */
    public LogLoader(Baseline baseline, @Nullable Position mark, Damage damage) {
        this.damage = damage;
        this.baseline = baseline;
        this.mark = mark;
        this.index = new RevisionIndex(baseline.oldest(), baseline.oldest());
        this.last = baseline.oldest();
        this.chain = baseline.chain();
    }

    /** The database may have gone on, and been compacted, since the mark was read. */
    public LogLoader whileWritten() {
        mostAhead = Long.MAX_VALUE;
        return this;
    }

    /** Reads all rows; what they tell means nothing if damage was found. */
    public Loaded load(Connection connection) throws SQLException {
        if (mark != null && mark.revision() == last) checkChain(mark);
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT rev, prev, k, v, crc FROM log ORDER BY rev")) {
            for (var before = 0L; rows.next(); ) {
                var key = rows.getString(3);
                var row = new LogRow(rows.getLong(1), rows.getLong(2), key == null ? "" : key, rows.getBytes(4), (int)
                        rows.getLong(5));
                if (row.revision() <= before) {
                    damage.add("revision " + row.revision() + " comes after revision " + before, 1);
                    break; // the pages lead in a circle
                }
                before = row.revision();
                take(row);
            }
        } catch (SQLException unreadable) {
            if (!SqliteErrors.isDamage(unreadable)) throw unreadable;
            damage.add(
                    "nothing can be read after revision " + last + " (" + unreadable.getMessage() + ")",
                    mark == null ? 1 : Math.max(1, mark.revision() - last));
            return loaded(new long[0]);
        }
        if (mark != null) checkEnd(mark);
        var found = index.baselineAt(baseline.oldest(), baseline);
        return loaded(damage.isEmpty() ? index.compact(baseline.oldest()) : new long[0], found);
    }

    private void take(LogRow row) {
        if (!row.isWhole()) damage.add("revision " + row.revision() + name(row) + " is not what was written", 1);
        if (row.revision() > baseline.oldest()) {
            if (row.revision() != last + 1) {
                var count = row.revision() - last - 1;
                damage.add(
                        count == 1
                                ? "revision " + (last + 1) + " is missing"
                                : "revisions " + (last + 1) + " to " + (row.revision() - 1) + " are missing",
                        count);
            }
            last = row.revision();
            chain = Chain.next(chain, row.revision(), row.checksum());
            if (damage.isEmpty() && row.previous() != index.latest(row.key()))
                damage.add("revision " + last + name(row) + " does not follow what was before it", 1);
            if (mark != null && mark.revision() == last && damage.isEmpty()) checkChain(mark);
        }
        index.add(row.key(), row.value() == null ? -row.revision() : row.revision(), row.checksum());
    }

    private static String name(LogRow row) {
        return row.key().isEmpty() ? "" : " of " + row.key();
    }

    private void checkChain(Position acknowledged) {
        if (chain != acknowledged.chain())
            damage.add(
                    "the history up to revision " + last + " is not the one that was acknowledged: "
                            + "the files are of different times or stores",
                    acknowledged.revision() - baseline.oldest());
    }

    private void checkEnd(Position acknowledged) {
        if (last < acknowledged.revision())
            damage.add(
                    "it ends at revision " + last + ", and revision " + acknowledged.revision()
                            + " was acknowledged: the database or its write-ahead log has lost its end, or is an older copy",
                    acknowledged.revision() - last);
        else if (mostAhead == MOST_AHEAD
                && (acknowledged.revision() < baseline.oldest() || last - acknowledged.revision() > MOST_AHEAD))
            damage.add(
                    "the file " + HighWaterMark.FILE + " says that revision " + acknowledged.revision()
                            + " was the last, and the database has " + last + ": the file is an older copy",
                    0);
    }

    private Loaded loaded(long[] unreachable) {
        index.publish(last);
        return new Loaded(index, unreachable, baseline, chain);
    }

    private Loaded loaded(long[] unreachable, Baseline found) {
        if (damage.isEmpty() && mark != null && !found.equals(baseline))
            damage.add(
                    "at revision " + baseline.oldest() + " there were " + baseline.live() + " keys, and "
                            + (found.live() == baseline.live() ? "others" : found.live() + " keys")
                            + " are found",
                    Math.max(1, Math.abs(found.live() - baseline.live())));
        index.publish(last);
        return new Loaded(index, unreachable, mark == null ? found : baseline, chain);
    }

    /** Pages that no row needs count too: they will be written to. */
    public static void checkPages(Connection connection, Damage damage) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("PRAGMA quick_check(10)")) {
            while (rows.next()) {
                var sentence = String.valueOf(rows.getString(1));
                if (!sentence.equals("ok")) damage.add("SQLite: " + sentence.replace('\n', ' '), 0);
            }
        } catch (SQLException unreadable) {
            if (!SqliteErrors.isDamage(unreadable)) throw unreadable;
            damage.add("SQLite: " + unreadable.getMessage(), 0);
        }
    }
}
