package dev.plimsoll.controllers.statefulset;

import static dev.plimsoll.controllers.loop.StatusWrite.count;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.statefulset.StatefulSetDecision.Observed;

/** What a stateful set reports. */
final class StatefulSetStatus {
    private StatefulSetStatus() {}

    static ObjectNode of(Observed observed, int collisions) {
        var set = observed.set();
        var minReady = set.number("minReadySeconds", 0);
        int replicas = 0;
        int ready = 0;
        int available = 0;
        int current = 0;
        int updated = 0;
        for (var pod : observed.pods()) {
            if (Identity.ordinal(set, pod.name().name()).isEmpty()) continue;
            replicas++;
            if (pod.phase().equals("Running") && pod.isReady()) {
                ready++;
                if (pod.isAvailable(minReady, observed.now())) available++;
            }
            if (pod.meta().isBeingDeleted()) continue;
            var revision = StatefulSetDecision.revisionOf(pod);
            if (revision.equals(observed.current())) current++;
            if (revision.equals(observed.update())) updated++;
        }
        var wanted = set.number("replicas", 1);
        var onDelete = set.spec().at("/updateStrategy/type").asText().equals("OnDelete");
        var done = !onDelete && updated == wanted && ready == wanted && replicas == wanted;
        var status = set.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        status.put("observedGeneration", set.meta().generation());
        status.put("replicas", replicas);
        count(status, "readyReplicas", ready);
        status.put("availableReplicas", available);
        count(status, "currentReplicas", done ? updated : current);
        count(status, "updatedReplicas", updated);
        status.put("currentRevision", done ? observed.update() : observed.current());
        status.put("updateRevision", observed.update());
        status.put("collisionCount", collisions);
        return status;
    }
}
