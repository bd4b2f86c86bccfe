package dev.plimsoll.store;

/** What became of a write. */
public sealed interface WriteOutcome permits CreateOutcome, WriteOutcome.NotFound, WriteOutcome.WitnessMoved {
    /** Done, and durable. */
    record Written(long revision) implements CreateOutcome {}

    /** Refused, because of what the key held when the write was decided. */
    record Conflict(Entry current) implements CreateOutcome {}

    /** Refused, because the key held nothing when the store was at the revision. */
    record NotFound(long revision) implements WriteOutcome {}

    /** Refused, because the witness was written since; it has this mod revision, 0 if it is gone. */
    record WitnessMoved(long revision) implements WriteOutcome {}

    /** Not done, and never will be: the store could not. */
    record NotWritten(StoreProblem problem, String why) implements CreateOutcome {}

    /** Done or not done: the answer was lost. Only a read can tell, and on etcd only after a while. */
    record Uncertain(String why) implements CreateOutcome {}
}
