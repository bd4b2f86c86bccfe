package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Times;

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
    static String write(Surroundings around, PodView pod, String reason, String message, Phase phase) {
        var change = Json.object();
        change.putObject("metadata").put("uid", pod.uid());
        var status = change.putObject("status");
        if (phase == Phase.FAILED && !pod.isTerminal()) status.put("phase", "Failed");
        status.putArray("conditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .put("reason", reason)
                .put("message", message)
                .put("lastTransitionTime", Times.text(around.time().instant()));
        var outcome = around.client().patch(Kinds.PODS.sub("status"), pod.name(), new Patch.Strategic(change));
        return outcome instanceof Outcome.NotFound<ObjectNode> ? "" : outcome.problem();
    }
}
