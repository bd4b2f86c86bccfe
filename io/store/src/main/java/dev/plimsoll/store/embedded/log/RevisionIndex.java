package dev.plimsoll.store.embedded.log;

import dev.plimsoll.store.Keys;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;

/**
 * Which revisions each key has, in memory. One writer, any number of readers.
 *
 * <p>A reader takes the revision first and then reads at it; what the writer adds meanwhile is later and does not show. What
 * compaction takes away meanwhile may be missed: a reader looks at {@link #oldest} again when it has read, and if that has passed
 * its revision, what it read means nothing.
 */
public final class RevisionIndex {
    /** In order, for lists. */
    public final ConcurrentSkipListMap<String, KeyHistory> histories = new ConcurrentSkipListMap<>(Keys.ORDER);
    /** The same for single keys: most reads are of one, and every write asks for one. */
    private final ConcurrentHashMap<String, KeyHistory> byKey = new ConcurrentHashMap<>();

    private volatile long revision;
    private volatile long oldest;

    public RevisionIndex(long revision, long oldest) {
        this.revision = revision;
        this.oldest = oldest;
    }

    public long revision() {
        return revision;
    }

    public long oldest() {
        return oldest;
    }

    /** The mod revision of the key now; {@link KeyHistory#NONE} if it holds nothing. */
    public long latest(String key) {
        var history = byKey.get(key);
        return history == null ? KeyHistory.NONE : Math.max(KeyHistory.NONE, history.last());
    }

    /** The mod revision of the key at a revision; {@link KeyHistory#NONE} if it held nothing. */
    public long at(String key, long revision) {
        var history = byKey.get(key);
        return history == null ? KeyHistory.NONE : Math.max(KeyHistory.NONE, history.at(revision));
    }

    /** The writer's: adds a revision, which does not show until it is published. */
    public void add(String key, long signed, int checksum) {
        var history = byKey.get(key);
        if (history == null) put(key, new KeyHistory(signed, checksum));
        else history.append(signed, checksum);
    }

    private void put(String key, KeyHistory history) {
        byKey.put(key, history);
        histories.put(key, history);
    }

    /** The writer's: everything up to the revision has been added and is durable. */
    public void publish(long revision) {
        this.revision = revision;
    }

    /** The writer's: what the baseline will be when a later revision is the oldest. */
    public Baseline baselineAt(long later, Baseline now) {
        var since = new int[Math.toIntExact(later - now.oldest())]; // no revision is missing after the oldest
        var live = 0L;
        var digest = 0L;
        for (var history : histories.values()) {
            var last = new Last();
            history.visit(later, (signed, checksum) -> {
                var revision = Math.abs(signed);
                if (revision > now.oldest()) since[(int) (revision - now.oldest() - 1)] = checksum;
                last.signed = signed;
                last.checksum = checksum;
            });
            if (last.signed <= KeyHistory.NONE) continue;
            live++;
            digest += Chain.weight(last.signed, last.checksum);
        }
        var chain = now.chain();
        for (var i = 0; i < since.length; i++) chain = Chain.next(chain, now.oldest() + 1 + i, since[i]);
        return new Baseline(now.store(), later, chain, live, digest);
    }

    /** How many keys hold a value. */
    public long liveCount() {
        return histories.values().stream()
                .filter(history -> history.last() > KeyHistory.NONE)
                .count();
    }

    /** The revisions of what the keys hold, ascending. */
    public long[] liveRevisions() {
        return histories.values().stream()
                .mapToLong(KeyHistory::last)
                .filter(last -> last > KeyHistory.NONE)
                .sorted()
                .toArray();
    }

    private static final class Last {
        private long signed = KeyHistory.NONE;
        private int checksum;
    }

    /** The writer's: moves the oldest revision forward. Answers the revisions that nobody can see any more, ascending. */
    public long[] compact(long oldest) {
        this.oldest = oldest; // before anything goes away
        var dropped = LongStream.builder();
        for (Map.Entry<String, KeyHistory> each : histories.entrySet()) {
            var kept = each.getValue().compacted(oldest, dropped);
            if (kept == each.getValue()) continue;
            if (kept.isEmpty()) {
                histories.remove(each.getKey());
                byKey.remove(each.getKey());
            } else {
                put(each.getKey(), kept);
            }
        }
        var revisions = dropped.build().toArray();
        Arrays.sort(revisions);
        return revisions;
    }
}
