package dev.plimsoll.store;

import java.util.Optional;

/**
 * Keys and their bytes, with one revision for the whole store.
 *
 * <p><b>Revisions.</b> Each write takes the next revision; a refused write takes none. Revisions only grow. A new store is at
 * revision 1 or later, so 0 is free to mean "none". A store that shares its server with others may skip revisions.
 *
 * <p><b>Keys</b> are strings of at least one character, without U+0000 and without half surrogate pairs; they are ordered by code
 * point. <b>Values</b> are byte arrays that nobody changes after handing them over, neither the caller nor the store: the array
 * that was written may be the very array that is read, listed and watched. A value may be empty.
 *
 * <p><b>History.</b> The store can be read and watched at any revision from the oldest to the current one; compaction moves the
 * oldest forward. Asking for revision 0 or less is a mistake of the caller, as is a key that cannot be one.
 *
 * <p><b>Durability.</b> A write that is answered with {@link WriteOutcome.Written} survives a crash of the process and, as far as
 * the disk keeps its promise, of the machine. A read or a watch shows only such writes.
 *
 * <p><b>Threads.</b> Every method may be called from any thread, virtual ones included. An interrupt does not disturb a write.
 *
 * <p><b>Failure.</b> What a caller must tell apart is a value; {@link StoreException} means that the outside world is broken.
 * After {@link #close} a write answers {@link WriteOutcome.NotWritten}, and every other call throws {@link StoreProblem#CLOSED}.
 */
public interface Store extends AutoCloseable {
    /** The revision of the last write, at least that of every write that was answered before this call, by any process. */
    long revision();

    /** What the key holds now: sees every write that was answered before this call. */
    Lookup.Settled get(String key);

    /** What the key held when the store was at a revision. */
    Lookup get(String key, long revision);

    /** One page of a range, all of it read at one revision, in the order of the keys. */
    RangeResult list(Range range);

    /** How many keys begin with the prefix now. The empty prefix counts all keys. */
    long count(String prefix);

    /** Writes the key if it holds nothing; otherwise answers {@code Conflict} with what it holds. */
    CreateOutcome create(String key, byte[] value);

    /**
     * Replaces what the key holds if its mod revision is the expected one; otherwise answers {@code Conflict} with what it holds,
     * or {@code NotFound}. Writing the same bytes again is a write.
     */
    WriteOutcome replace(String key, byte[] value, long expected);

    /**
     * Replaces as {@link #replace(String, byte[], long)} does, and writes a witness in the same step: both or neither. The witness's
     * revision is not before the key's. If the key is as expected and the witness is not, answers {@code WitnessMoved}.
     */
    WriteOutcome replace(String key, byte[] value, long expected, FencingKey fencingKey);

    /** Removes the key if its mod revision is the expected one; answers as {@link #replace} does. */
    WriteOutcome delete(String key, long expected);

    /**
     * Follows the keys that begin with a prefix: every event after the given revision, each once, in the order of revisions. What
     * is wrong with the revision (too old) is told by the watch itself; a revision that the store has not reached is waited for.
     */
    Watch watch(String prefix, long after);

    /**
     * Gives up the history before a revision, which becomes the oldest that can be read. What each key holds at that revision
     * stays. Space is given back later.
     */
    Compaction compact(long revision);

    /**
     * What is wrong, as far as the store has noticed by itself: damage, a failed disk, no room. Empty while it is whole and takes
     * writes. A server that finds a fault here is not ready.
     */
    default Optional<Fault> fault() {
        return Optional.empty();
    }

    /** Finishes the writes that were begun, ends all watches with {@code Closed}, and lets go of the files or connections. */
    @Override
    void close();
}
