package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.Scheduled;
import dev.plimsoll.scheduler.loop.Effects.Failure;
import java.time.temporal.ChronoUnit;

/** What the scheduler says in a pod's status: why it has no node, where room is being made, and that it has to go. */
final class PodStatuses {
    private static final ApiResource STATUS = ApiResource.PODS.sub("status");

    private final ApiClient client;
    private final Attempts attempts;
    private final Time time;

    PodStatuses(ApiClient client, Attempts attempts, Time time) {
        this.client = client;
        this.attempts = attempts;
        this.time = time;
    }

    /** Whether a failure is what the pod's status says already. */
    static boolean isSaid(PlacementPod pod, Failure failure) {
        var standing = pod.standing();
        return standing.scheduled().equals(condition(pod, failure))
                && standing.nominatedNode().equals(failure.nominatedNode());
    }

    private static Scheduled condition(PlacementPod pod, Failure failure) {
        return new Scheduled(
                "False",
                failure.isError() ? "SchedulerError" : "Unschedulable",
                failure.message(),
                pod.standing().generation());
    }

    Outcome<ObjectNode> explain(PlacementPod pod, Failure failure) {
        var patch = patch(pod);
        var status = patch.putObject("status");
        var said = condition(pod, failure);
        var condition = status.putArray("conditions")
                .addObject()
                .put("type", "PodScheduled")
                .put("status", said.status())
                .put("reason", said.reason())
                .put("message", said.message());
        if (said.observedGeneration() > 0) condition.put("observedGeneration", said.observedGeneration());
        if (!pod.standing().scheduled().status().equals("False")) condition.put("lastTransitionTime", now());
        if (!failure.nominatedNode().isEmpty()) status.put("nominatedNodeName", failure.nominatedNode());
        else if (!pod.standing().nominatedNode().isEmpty()) status.putNull("nominatedNodeName");
        return send(pod, patch);
    }

    Outcome<ObjectNode> clearNomination(PlacementPod pod) {
        var patch = patch(pod);
        patch.putObject("status").putNull("nominatedNodeName");
        return send(pod, patch);
    }

    Outcome<ObjectNode> mark(PlacementPod victim, String schedulerName) {
        var patch = patch(victim);
        var condition = patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .put("reason", "PreemptionByScheduler")
                .put("message", schedulerName + ": preempting to accommodate a higher priority pod")
                .put("lastTransitionTime", now());
        if (victim.standing().generation() > 0) {
            condition.put("observedGeneration", victim.standing().generation());
        }
        return send(victim, patch);
    }

    /** Only for the pod that is meant: one of the same name that came later is left alone. */
    private static ObjectNode patch(PlacementPod pod) {
        var patch = Json.object();
        patch.putObject("metadata").put("uid", pod.key().uid());
        return patch;
    }

    private Outcome<ObjectNode> send(PlacementPod pod, ObjectNode patch) {
        var name = new ObjectName(pod.key().namespace(), pod.key().name());
        return attempts.of(() -> client.patch(STATUS, name, new Patch.Strategic(patch)), true);
    }

    private String now() {
        return time.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
