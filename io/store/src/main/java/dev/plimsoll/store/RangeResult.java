package dev.plimsoll.store;

import java.util.List;
import java.util.Optional;

/** A page of a range, or why there is none. */
public sealed interface RangeResult {
    /**
     * Entries in the order of their keys.
     *
     * @param revision that was read: the one asked for, or the store's when it was read
     * @param remaining how many more entries the range has, at that revision, after the last of this page
     */
    record Page(Range asked, List<Entry> entries, long revision, long remaining) implements RangeResult {
        public Page {
            entries = List.copyOf(entries);
        }

        /** What to ask for next, at the same revision; empty after the last page. */
        public Optional<Range> next() {
            if (remaining == 0) return Optional.empty();
            return Optional.of(asked.after(entries.getLast().key()).at(revision));
        }
    }

    /** The revision asked for has been compacted; {@code oldest} is the oldest that can be read. */
    record Compacted(long oldest) implements RangeResult {}

    /** The revision asked for has not been reached; {@code current} is the store's. */
    record Ahead(long current) implements RangeResult {}
}
