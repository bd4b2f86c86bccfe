package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields of a pod that stay although a patch took them away: to the server such a patch looks like one of a client that does not know the field. Whoever did
 * mean it is told so.
 */
public final class KeptFields {
    private KeptFields() {}

    public static List<String> of(Write write) {
        if (!write.subresource().isEmpty() && !write.isOf("resize")) return List.of();
        var sent = write.sent().path("spec");
        var stored = write.stored().path("spec");
        var kept = new ArrayList<String>();
        if (stored.has("resources") && !sent.has("resources")) {
            kept.add("spec.resources: pod-level resources cannot be removed; the stored ones are kept");
        }
        for (var list : List.of("containers", "initContainers"))
            policies(list, stored.path(list), sent.path(list), kept);
        return kept;
    }

    private static void policies(String list, JsonNode stored, JsonNode sent, List<String> kept) {
        for (var i = 0; i < Math.min(stored.size(), sent.size()); i++) {
            var isSame = stored.get(i).path("name").equals(sent.get(i).path("name"));
            if (isSame && stored.get(i).has("resizePolicy") && !sent.get(i).has("resizePolicy")) {
                kept.add("spec." + list + "[" + i + "].resizePolicy: cannot be removed; the stored one is kept");
            }
        }
    }
}
