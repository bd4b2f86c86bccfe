package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A profile that confines processes, of seccomp or AppArmor.
 *
 * @param type {@code RuntimeDefault}, {@code Unconfined} or {@code Localhost}
 * @param localhostProfile the node's name of it, with {@code Localhost}
 */
public record ProfileReference(String type, String localhostProfile) {
    static @Nullable ProfileReference orNull(JsonNode context, String name) {
        if (!has(context, name)) return null;
        var node = context.path(name);
        return new ProfileReference(text(node, "type"), text(node, "localhostProfile"));
    }
}
