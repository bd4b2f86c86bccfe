package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a pod failed: the containers that ended with an error, init containers first, and its conditions with their status. Kept of failed
 * pods only.
 */
public record Ending(List<Exit> exits, Map<String, String> conditions) {
    public static final Ending NONE = new Ending(List.of(), Map.of());

    /** A container that ended with a code other than 0. */
    public record Exit(String container, int code) {}

    public Ending {
        exits = List.copyOf(exits);
        conditions = Map.copyOf(conditions);
    }

    static Ending of(JsonNode status) {
        if (!status.path("phase").asText().equals("Failed")) return NONE;
        var exits = new ArrayList<Exit>();
        for (var list : List.of("initContainerStatuses", "containerStatuses")) {
            for (var container : status.path(list)) {
                var code = container.at("/state/terminated/exitCode").asInt();
                if (code != 0) exits.add(new Exit(container.path("name").asText(), code));
            }
        }
        var conditions = new HashMap<String, String>();
        for (var condition : status.path("conditions")) {
            conditions.put(
                    condition.path("type").asText(), condition.path("status").asText());
        }
        return new Ending(exits, conditions);
    }
}
