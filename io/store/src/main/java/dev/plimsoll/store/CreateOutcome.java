package dev.plimsoll.store;

/** What became of a write to a key that was to hold nothing: any outcome of a write but {@code NotFound}. */
public sealed interface CreateOutcome extends WriteOutcome
        permits WriteOutcome.Written, WriteOutcome.Conflict, WriteOutcome.NotWritten, WriteOutcome.Uncertain {}
