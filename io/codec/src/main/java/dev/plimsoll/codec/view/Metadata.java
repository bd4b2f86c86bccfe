package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.ObjectMeta;
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
        var at = metadata.time("deletionTimestamp");
        return at == null ? null : new ObjectMeta.Deletion(at, metadata.integer("deletionGracePeriodSeconds", 0));
    }
}
