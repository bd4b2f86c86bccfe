package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.integerOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a config map or a secret, and the file that is made of it.
 *
 * @param modeOrNull null where the volume's counts
 */
public record KeyToPath(String key, String path, @Nullable Integer modeOrNull) {
    static KeyToPath read(JsonNode node) {
        return new KeyToPath(text(node, "key"), text(node, "path"), integerOrNull(node, "mode"));
    }

    public int modeOr(int mode) {
        return modeOrNull == null ? mode : modeOrNull;
    }
}
