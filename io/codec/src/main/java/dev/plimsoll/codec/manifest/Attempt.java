package dev.plimsoll.codec.manifest;

/** What one step of reading gave: its value, or the problem that ends the reading. */
sealed interface Attempt<T> {
    record Done<T>(T value) implements Attempt<T> {}

    record Failed<T>(Problem problem) implements Attempt<T> {}
}
