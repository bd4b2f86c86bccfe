package dev.plimsoll.controllers.replicaset;

import static dev.plimsoll.controllers.loop.StatusWrite.count;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a replica set reports.
 *
 * @param again when a ready pod becomes available by waiting; zero if none does
 */
public record ReplicaSetStatus(ObjectNode document, Duration again) {
    private static final String FAILURE = "ReplicaFailure";

    /** What went wrong in this turn; nothing where the message is empty. */
    public record Failure(String reason, String message) {
        public static final Failure NONE = new Failure("", "");
    }

    /**
     * Counts.
     *
     * @param observes whether the pods are those that the set's spec led to; while they are still on their way the generation
     *     that was observed stays the one before, so that nobody takes the counts for the outcome
     */
    public static ReplicaSetStatus of(
            Workload set, List<PodView> pods, boolean observes, Failure failure, Instant now) {
        var minReady = set.number("minReadySeconds", 0);
        var labels = Meta.of(set.template()).labels();
        int replicas = 0;
        int labeled = 0;
        int ready = 0;
        int available = 0;
        int terminating = 0;
        var again = Duration.ZERO;
        for (var pod : pods) {
            if (pod.isTerminal()) continue;
            if (pod.meta().isBeingDeleted()) {
                terminating++;
                continue;
            }
            replicas++;
            if (pod.meta().labels().entrySet().containsAll(labels.entrySet())) labeled++;
            if (!pod.isReady()) continue;
            ready++;
            if (pod.isAvailable(minReady, now)) available++;
            else again = Times.sooner(again, pod.untilAvailable(minReady, now));
        }
        var status = set.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        status.put("replicas", replicas);
        count(status, "fullyLabeledReplicas", labeled);
        count(status, "readyReplicas", ready);
        count(status, "availableReplicas", available);
        status.put("terminatingReplicas", terminating);
        if (observes) status.put("observedGeneration", set.meta().generation());
        if (failure.message().isEmpty()) Conditions.remove(status, FAILURE);
        else if (!Conditions.is(status, FAILURE, "True")) {
            Conditions.set(status, new Conditions.Said(FAILURE, "True", failure.reason(), failure.message()), now);
        }
        return new ReplicaSetStatus(status, again);
    }
}
