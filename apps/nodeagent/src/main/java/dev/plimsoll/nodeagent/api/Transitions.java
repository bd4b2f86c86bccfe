package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Since when each condition of a node has been as it is. */
public final class Transitions {
    private final Map<String, Since> conditions = new ConcurrentHashMap<>();

    private record Since(boolean holds, Instant at) {}

    /** Takes over what the API shows of a node that was there before. */
    void recall(JsonNode node) {
        for (var condition : node.path("status").path("conditions")) {
            try {
                var at = Instant.parse(condition.path("lastTransitionTime").asText());
                var holds = condition.path("status").asText().equals("True");
                conditions.put(condition.path("type").asText(), new Since(holds, at));
            } catch (DateTimeException _) {
                // Without a readable time it counts as new.
            }
        }
    }

    Instant since(String type, boolean holds, Instant now) {
        return conditions.compute(
                        type, (_, known) -> known != null && known.holds == holds ? known : new Since(holds, now))
                .at;
    }
}
