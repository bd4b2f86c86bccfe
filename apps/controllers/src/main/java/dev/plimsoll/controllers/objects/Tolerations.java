package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.PodDetails.Toleration;
import java.util.ArrayList;
import java.util.List;

/** Taints that pods put up with, and for how long. */
public final class Tolerations {
    /** Of {@code tolerationSeconds} where a pod does not say. */
    private static final long FOR_EVER = -1;

    private Tolerations() {}

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

    public static boolean isForEver(Toleration toleration) {
        return toleration.tolerationSeconds() < 0;
    }
}
