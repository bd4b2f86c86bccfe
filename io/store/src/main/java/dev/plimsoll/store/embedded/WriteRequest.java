package dev.plimsoll.store.embedded;

import dev.plimsoll.store.Compaction;
import dev.plimsoll.store.FencingKey;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import org.jspecify.annotations.Nullable;

/** What the writer is asked to do. */
public sealed interface WriteRequest {
    /**
     * A change of one key, if its mod revision is the expected one; 0 expects that it holds nothing.
     *
     * @param fencingKey written along; null if there is none
     */
    record Write(
            String key,
            Change change,
            long expected,
            @Nullable FencingKey fencingKey,
            PendingResult<Decision> answer) implements WriteRequest {}

    record Compact(long revision, PendingResult<Compacting> answer) implements WriteRequest {}

    /** Remove all rows that nobody can see, at once. */
    record Reclaim(PendingResult<Boolean> answer) implements WriteRequest {}

    /** Finish what was asked before, then end. */
    record Stop() implements WriteRequest {}

    /** What a write does to its key. */
    sealed interface Change {
        @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
        record Put(byte[] value) implements Change {}

        record Remove() implements Change {}
    }

    /** What the writer answers to a write. */
    sealed interface Decision {
        record Written(long revision) implements Decision {}

        /** The key has another mod revision: this one. */
        record Mismatch(long revision) implements Decision {}

        /** The key holds nothing, and the store is at this revision. */
        record Missing(long revision) implements Decision {}

        /** The key is as expected, the witness is not: it has this mod revision. */
        record WitnessMoved(long revision) implements Decision {}

        record Failed(StoreProblem problem, String why) implements Decision {}

        record Doubtful(String why) implements Decision {}
    }

    /** What the writer answers to a compaction. */
    sealed interface Compacting {
        record Settled(Compaction outcome) implements Compacting {}

        record Failed(StoreException failure) implements Compacting {}
    }
}
