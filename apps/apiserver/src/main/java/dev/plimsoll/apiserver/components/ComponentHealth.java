package dev.plimsoll.apiserver.components;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ComponentStatusDraft;
import java.util.Optional;

/** How a component of the control plane is. */
sealed interface ComponentHealth {
    record Healthy() implements ComponentHealth {}

    record Unhealthy(String why) implements ComponentHealth {}

    /** Nobody could be asked who would know. */
    record Unknown(String error) implements ComponentHealth {}

    static ComponentHealth of(Optional<String> problem) {
        return problem.<ComponentHealth>map(Unhealthy::new).orElseGet(Healthy::new);
    }

    /** The object that clients read. */
    default ObjectNode document(String component) {
        var draft = new ComponentStatusDraft(component);
        var shown = switch (this) {
            case Healthy() -> draft.healthy("True", "ok", "");
            case Unhealthy(var why) -> draft.healthy("False", why, "");
            case Unknown(var error) -> draft.healthy("Unknown", "", error);
        };
        return shown.document();
    }
}
