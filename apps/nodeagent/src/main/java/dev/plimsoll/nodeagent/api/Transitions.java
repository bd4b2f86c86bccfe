package dev.plimsoll.nodeagent.api;

import dev.plimsoll.objects.node.NodeObject;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Since when each condition of a node has been as it is. */
public final class Transitions {
    private final Map<String, Since> conditions = new ConcurrentHashMap<>();

    private record Since(boolean holds, Instant at) {}

    /** Takes over what the API shows of a node that was there before. */
    void recall(NodeObject node) {
        for (var condition : node.conditions().all()) {
            // Without a readable time it counts as new.
            if (condition.lastTransition().equals(Instant.EPOCH)) continue;
            conditions.put(condition.type(), new Since(condition.status().equals("True"), condition.lastTransition()));
        }
    }

    Instant since(String type, boolean holds, Instant now) {
        return conditions.compute(
                        type, (_, known) -> known != null && known.holds == holds ? known : new Since(holds, now))
                .at;
    }
}
