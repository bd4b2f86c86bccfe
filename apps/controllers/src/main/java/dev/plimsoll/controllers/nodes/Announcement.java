package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.pod.PodStatusPatch;

/** Says on a pod why it is about to be deleted. */
final class Announcement {
    private Announcement() {}

    /** What becomes of its phase. */
    enum Phase {
        KEPT,
        /** Nobody is left who would report how it ended. */
        FAILED
    }

    /** Why it could not be said; empty if it was, or the pod is gone. */
    static String write(ControllerContext around, ControlledPod pod, String reason, String message, Phase phase) {
        var change = new PodStatusPatch(pod.uid());
        if (phase == Phase.FAILED && !pod.isTerminal()) change.phase("Failed");
        change.condition(
                new ConditionUpdate("DisruptionTarget", "True", reason, message),
                around.time().instant());
        var outcome = around.client().patch(ApiResource.PODS.sub("status"), ObjectNames.of(pod), change.strategic());
        return outcome instanceof RequestResult.NotFound<ObjectNode> ? "" : outcome.problem();
    }
}
