package dev.plimsoll.client.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Makes an immutable view of a document, once for all who read the cache. */
@FunctionalInterface
public interface ObjectDecoder<T> {
    Decoded<T> decode(ObjectNode document);

    /** What came of it. */
    sealed interface Decoded<T> {
        record View<T>(T value) implements Decoded<T> {}

        record Unreadable<T>(String why) implements Decoded<T> {}
    }
}
