package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.integerOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A file that tells a pod something of itself.
 *
 * @param modeOrNull null where the volume's counts
 */
public record DownwardFile(String path, @Nullable Integer modeOrNull, DownwardReference reference) {
    static DownwardFile read(JsonNode node) {
        return new DownwardFile(text(node, "path"), integerOrNull(node, "mode"), DownwardReference.read(node));
    }

    public int modeOr(int mode) {
        return modeOrNull == null ? mode : modeOrNull;
    }
}
