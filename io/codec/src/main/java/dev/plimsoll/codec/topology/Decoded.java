package dev.plimsoll.codec.topology;

/** What a checkpoint file held. */
public sealed interface Decoded<T> {
    record Loaded<T>(T stored) implements Decoded<T> {}

    /** The content does not match its own checksum: it was damaged or edited. */
    record Corrupt<T>(String reason) implements Decoded<T> {}

    /** The content is no checkpoint of any version that is known. */
    record Unreadable<T>(String reason) implements Decoded<T> {}
}
