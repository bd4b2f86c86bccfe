package dev.plimsoll.store;

/** What a key holds, or why that cannot be told. */
public sealed interface Lookup {
    /** An answer; the only kind that a read of the latest state gives. */
    sealed interface Settled extends Lookup {
        /** The revision that was read: the one asked for, or the store's when it was read. */
        long revision();
    }

    record Found(Entry entry, long revision) implements Settled {}

    record Absent(long revision) implements Settled {}

    /** The revision asked for has been compacted; {@code oldest} is the oldest that can be read. */
    record Compacted(long oldest) implements Lookup {}

    /** The revision asked for has not been reached; {@code current} is the store's. */
    record Ahead(long current) implements Lookup {}
}
