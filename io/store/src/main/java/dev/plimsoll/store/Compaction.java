package dev.plimsoll.store;

/** What became of a compaction. */
public sealed interface Compaction {
    /** The revision asked for is the oldest now. */
    record Done(long oldest) implements Compaction {}

    /** Nothing to do: the oldest was not before the revision asked for. */
    record Already(long oldest) implements Compaction {}

    /** The revision asked for has not been reached. */
    record Ahead(long current) implements Compaction {}
}
