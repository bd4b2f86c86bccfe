package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Condition Progressing: whether an update gets on, is done, or has got stuck for too long. */
final class Progress {
    static final String TYPE = "Progressing";
    static final String DONE = "NewReplicaSetAvailable";
    static final String TIMED_OUT = "ProgressDeadlineExceeded";
    private static final String PAUSED = "DeploymentPaused";

    private Progress() {}

    static boolean hasDeadline(Workload deployment) {
        var seconds = deployment.spec().path("progressDeadlineSeconds");
        return seconds.isNumber() && seconds.asLong() != Integer.MAX_VALUE;
    }

    /** Tells the clock to stop while a deployment is paused. */
    static void pauseOrResume(Workload deployment, ObjectNode status, Instant now) {
        if (!hasDeadline(deployment)) return;
        var reason = Conditions.reason(status, TYPE);
        if (reason.equals(TIMED_OUT)) return;
        var paused = deployment.spec().path("paused").asBoolean();
        if (paused && !reason.equals(PAUSED)) {
            DeploymentStatus.say(status, new Said(TYPE, "Unknown", PAUSED, "Deployment is paused"), now);
        } else if (!paused && reason.equals(PAUSED)) {
            DeploymentStatus.say(status, new Said(TYPE, "Unknown", "DeploymentResumed", "Deployment is resumed"), now);
        }
    }

    /** Says how the update gets on; changes the status. */
    static void report(Workload deployment, ObjectNode status, @Nullable SetView current, Instant now) {
        if (!hasDeadline(deployment)) {
            if (Conditions.reason(status, TYPE).isEmpty()) return;
            Conditions.remove(status, TYPE);
            return;
        }
        var reason = Conditions.reason(deployment.status(), TYPE);
        var settled = count(status, "replicas") == count(status, "updatedReplicas") && reason.equals(DONE);
        if (settled) return;
        var who = current == null
                ? "Deployment \"" + deployment.name().name() + "\""
                : "ReplicaSet \"" + current.name() + "\"";
        if (isComplete(deployment, status)) {
            DeploymentStatus.say(status, new Said(TYPE, "True", DONE, who + " has successfully progressed."), now);
        } else if (hasMoved(deployment.status(), status)) {
            // Each step forward starts the deadline anew, so the time of update moves even if nothing else does.
            var condition =
                    Conditions.set(status, new Said(TYPE, "True", "ReplicaSetUpdated", who + " is progressing."), now);
            condition.put("lastUpdateTime", Times.text(now));
        } else if (isLate(deployment, status, now)) {
            DeploymentStatus.say(status, new Said(TYPE, "False", TIMED_OUT, who + " has timed out progressing."), now);
        }
    }

    static boolean isComplete(Workload deployment, JsonNode status) {
        var wanted = deployment.number("replicas", 1);
        return count(status, "updatedReplicas") == wanted
                && count(status, "replicas") == wanted
                && count(status, "availableReplicas") == wanted
                && status.path("observedGeneration").asLong()
                        >= deployment.meta().generation();
    }

    private static boolean hasMoved(JsonNode before, JsonNode now) {
        var oldBefore = count(before, "replicas") - count(before, "updatedReplicas");
        var oldNow = count(now, "replicas") - count(now, "updatedReplicas");
        return count(now, "updatedReplicas") > count(before, "updatedReplicas")
                || oldNow < oldBefore
                || count(now, "readyReplicas") > count(before, "readyReplicas")
                || count(now, "availableReplicas") > count(before, "availableReplicas");
    }

    private static boolean isLate(Workload deployment, ObjectNode status, Instant now) {
        var left = left(deployment, status, now);
        return !left.equals(NEVER) && left.isNegative();
    }

    private static final Duration NEVER = Duration.ofDays(100_000);

    /** Until the deadline; negative once it has passed. */
    private static Duration left(Workload deployment, JsonNode status, Instant now) {
        var condition = Conditions.find(status, TYPE);
        if (condition.isEmpty()) return NEVER;
        var reason = condition.get().path("reason").asText();
        if (reason.equals(DONE) || reason.equals(TIMED_OUT) || reason.equals(PAUSED)) return NEVER;
        var since = Times.parse(condition.get().path("lastUpdateTime").asText()).orElse(now);
        return Duration.between(now, since.plusSeconds(deployment.number("progressDeadlineSeconds", 600)));
    }

    /** When to look whether the deadline has passed; zero for never. */
    static Duration lookAgain(Workload deployment, JsonNode status, Instant now) {
        if (!hasDeadline(deployment)) return Duration.ZERO;
        var left = left(deployment, status, now);
        if (left.equals(NEVER)) return Duration.ZERO;
        // Times in documents are whole seconds.
        return left.isNegative() ? Duration.ofSeconds(1) : left.plusSeconds(1);
    }

    private static int count(JsonNode status, String field) {
        return status.path(field).asInt();
    }
}
