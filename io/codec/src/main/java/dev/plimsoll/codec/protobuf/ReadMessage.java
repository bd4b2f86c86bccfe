package dev.plimsoll.codec.protobuf;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What reading a body gave. */
public sealed interface ReadMessage {
    /** The object that the message carries, with its kind and version. */
    record Document(ObjectNode object) implements ReadMessage {}

    /** A kind that has no message: one of a definition, or none at all. */
    record UnknownKind(String apiVersion, String kind) implements ReadMessage {}

    /** Bytes that are no message of their kind. */
    record Malformed(String message) implements ReadMessage {}
}
