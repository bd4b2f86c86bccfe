package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A taint that a pod puts up with.
 *
 * @param key empty for all, with {@code Exists}
 * @param effect empty for all
 * @param seconds for how long; less than 0 for ever
 */
public record Toleration(String key, String operator, String value, String effect, long seconds) {
    static final long FOR_EVER = -1;

    public static List<Toleration> of(JsonNode podSpec) {
        var tolerations = new ArrayList<Toleration>();
        for (var node : podSpec.path("tolerations")) {
            var seconds = node.path("tolerationSeconds");
            tolerations.add(new Toleration(
                    node.path("key").asText(),
                    node.path("operator").asText("Equal"),
                    node.path("value").asText(),
                    node.path("effect").asText(),
                    seconds.isNumber() ? Math.max(0, seconds.asLong()) : FOR_EVER));
        }
        return List.copyOf(tolerations);
    }

    /** For any value of the key, for ever. */
    public static Toleration exists(String key, String effect) {
        return new Toleration(key, "Exists", "", effect, FOR_EVER);
    }

    public boolean isForEver() {
        return seconds < 0;
    }

    public boolean tolerates(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) return false;
        if (!key.isEmpty() && !key.equals(taint.key())) return false;
        return switch (operator) {
            case "Exists" -> true;
            case "", "Equal" -> !key.isEmpty() && value.equals(taint.value());
            default -> false;
        };
    }
}
