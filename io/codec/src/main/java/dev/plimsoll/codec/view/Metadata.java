package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.ObjectMeta;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads {@code metadata}. */
final class Metadata {
    private Metadata() {}

    static ObjectMeta of(Cursor metadata) {
        return new ObjectMeta(
                metadata.text("name"),
                metadata.text("generateName"),
                metadata.text("namespace"),
                metadata.text("uid"),
                metadata.integer("generation", 0),
                metadata.textMap("labels"),
                metadata.textMap("annotations"),
                deletion(metadata));
    }

    private static ObjectMeta.@Nullable Deletion deletion(Cursor metadata) {
        var timestamp = metadata.text("deletionTimestamp");
        if (timestamp.isEmpty()) return null;
        try {
            return new ObjectMeta.Deletion(Instant.parse(timestamp), metadata.integer("deletionGracePeriodSeconds", 0));
        } catch (DateTimeException e) {
            metadata.problem("deletionTimestamp", "expected an RFC 3339 time, found \"" + timestamp + "\"");
            return null;
        }
    }
}
