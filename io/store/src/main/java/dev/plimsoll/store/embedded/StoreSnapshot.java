package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Lookup;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.embedded.log.KeyHistory;
import dev.plimsoll.store.embedded.log.LogReader;
import dev.plimsoll.store.embedded.log.Readers;
import dev.plimsoll.store.embedded.log.RevisionIndex;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads at one revision, without a lock: the index says which row, the cache or a reader has its value. If compaction passes the
 * revision meanwhile, a read of the latest state begins anew, and one of the past says so.
 */
final class StoreSnapshot {
    private final RevisionIndex index;
    private final ValueCache cache;
    private final Readers readers;

    StoreSnapshot(RevisionIndex index, ValueCache cache, Readers readers) {
        this.index = index;
        this.cache = cache;
        this.readers = readers;
    }

    Lookup.Settled latest(String key) {
        while (true) {
            if (at(key, index.revision()) instanceof Lookup.Settled settled) return settled;
        }
    }

    Lookup at(String key, long revision) {
        var current = index.revision();
        if (revision > current) return new Lookup.Ahead(current);
        var mod = index.at(key, revision);
        var value = mod == KeyHistory.NONE ? Optional.<byte[]>empty() : value(key, mod);
        if (revision < index.oldest()) return new Lookup.Compacted(index.oldest());
        if (mod == KeyHistory.NONE) return new Lookup.Absent(revision);
        return new Lookup.Found(new Entry(key, value.orElseThrow(() -> readers.missing(key, mod)), mod), revision);
    }

    /** The value that a key was given at a revision; empty if compaction has removed it. */
    Optional<byte[]> value(String key, long revision) {
        var cached = cache.get(revision);
        if (cached != null) return Optional.of(cached);
        var read = readers.read(reader -> reader.value(key, revision));
        read.ifPresent(value -> cache.put(revision, value));
        return read;
    }

    RangeResult list(Range range) {
        if (range.revision() != 0) return listAt(range, range.revision());
        while (true) {
            if (listAt(range, index.revision()) instanceof RangeResult.Page page) return page;
        }
    }

    private RangeResult listAt(Range range, long revision) {
        var current = index.revision();
        if (revision > current) return new RangeResult.Ahead(current);
        var found = new ArrayList<Place>();
        var remaining = find(range, revision, found);
        if (revision < index.oldest()) return new RangeResult.Compacted(index.oldest());
        var entries = readers.read(reader -> load(found, reader));
        if (revision < index.oldest()) return new RangeResult.Compacted(index.oldest());
        if (entries.size() < found.size()) {
            var lost = found.get(entries.size());
            throw readers.missing(lost.key(), lost.revision());
        }
        return new RangeResult.Page(range, entries, revision, remaining);
    }

    private record Place(String key, long revision) {}

    /** Puts the places of the range's first entries into {@code found}, and answers how many more there are. */
    private long find(Range range, long revision, List<Place> found) {
        var most = range.limit() == 0 ? Integer.MAX_VALUE : range.limit();
        var remaining = 0L;
        var begin = range.after().isEmpty() ? range.prefix() : range.after();
        for (var each : index.histories.tailMap(begin, range.after().isEmpty()).entrySet()) {
            if (!each.getKey().startsWith(range.prefix())) break;
            var mod = each.getValue().at(revision);
            if (mod <= KeyHistory.NONE) continue;
            if (found.size() < most) found.add(new Place(each.getKey(), mod));
            else remaining++;
        }
        return remaining;
    }

    /** Stops where a value is gone. A list does not fill the cache: it would push out what single reads use. */
    private List<Entry> load(List<Place> places, LogReader reader) throws SQLException {
        var entries = new ArrayList<Entry>(places.size());
        for (var place : places) {
            var value = cache.get(place.revision());
            if (value == null)
                value = reader.value(place.key(), place.revision()).orElse(null);
            if (value == null) break;
            entries.add(new Entry(place.key(), value, place.revision()));
        }
        return entries;
    }

    long count(String prefix) {
        while (true) {
            var revision = index.revision();
            var first = new ArrayList<Place>();
            var count = find(Range.of(prefix).limitedTo(1), revision, first) + first.size();
            if (revision >= index.oldest()) return count;
        }
    }
}
