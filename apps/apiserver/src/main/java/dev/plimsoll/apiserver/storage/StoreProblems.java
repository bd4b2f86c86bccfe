package dev.plimsoll.apiserver.storage;

import dev.plimsoll.store.Problem;

/** What clients are told of a broken store: what it means for them, and nothing of the machine that it is on. */
public final class StoreProblems {
    private StoreProblems() {}

    public static String sentence(Problem problem) {
        return switch (problem) {
            case UNAVAILABLE -> "the store does not answer";
            case OUT_OF_SPACE -> "the store has no room left";
            case TOO_LARGE -> "the object is too large for the store";
            case IO -> "the store cannot be read or written";
            case DAMAGED -> "the store is damaged";
            case IN_USE, REFUSED -> "the store cannot be used";
            case UNKNOWN_FORMAT -> "the store is of another version";
            case CLOSED -> "the server is stopping";
        };
    }
}
