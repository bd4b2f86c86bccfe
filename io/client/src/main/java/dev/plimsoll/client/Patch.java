package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A change to an object that names only what changes. */
public sealed interface Patch {
    /** RFC 6902: a list of operations. */
    record JsonPatch(ArrayNode operations) implements Patch {}

    /** RFC 7386. */
    record Merge(ObjectNode change) implements Patch {}

    /** The patch that knows the keys of lists. */
    record Strategic(ObjectNode change) implements Patch {}

    /**
     * Server-side apply.
     *
     * @param force whether fields of other managers are taken over
     */
    record Apply(ObjectNode configuration, String manager, boolean force) implements Patch {}

    default String contentType() {
        return switch (this) {
            case JsonPatch _ -> "application/json-patch+json";
            case Merge _ -> "application/merge-patch+json";
            case Strategic _ -> "application/strategic-merge-patch+json";
            // JSON is YAML, and every server with apply knows this name.
            case Apply _ -> "application/apply-patch+yaml";
        };
    }

    default byte[] body() {
        return ClientJson.bytes(
                switch (this) {
                    case JsonPatch(var operations) -> operations;
                    case Merge(var change) -> change;
                    case Strategic(var change) -> change;
                    case Apply(var configuration, var _, var _) -> configuration;
                });
    }
}
