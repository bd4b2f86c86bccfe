package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.RequeueAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Condition Progressing: whether an update progresses, is complete, or has been stuck for too long. */
public final class ProgressingCondition {
    public static final String TYPE = "Progressing";
    private static final String DONE = "NewReplicaSetAvailable";
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";
    private static final String PAUSED = "DeploymentPaused";

    private ProgressingCondition() {}

    /** Stops the clock while a deployment is paused. */
    static DeploymentStatus pausedOrResumed(DeploymentSpec spec, DeploymentStatus status, Instant now) {
        if (!spec.hasProgressDeadline()) return status;
        var reason = status.conditions().reason(TYPE);
        if (reason.equals(TIMED_OUT)) return status;
        if (spec.isPaused() && !reason.equals(PAUSED)) {
            return said(status, new ConditionUpdate(TYPE, "Unknown", PAUSED, "Deployment is paused"), now);
        }
        if (!spec.isPaused() && reason.equals(PAUSED)) {
            return said(
                    status, new ConditionUpdate(TYPE, "Unknown", "DeploymentResumed", "Deployment is resumed"), now);
        }
        return status;
    }

    private static DeploymentStatus said(DeploymentStatus status, ConditionUpdate update, Instant now) {
        return status.withConditions(DeploymentStatus.say(status.conditions(), update, now));
    }

    /** The status with how the update progresses. */
    static DeploymentStatus report(
            DeploymentSpec spec,
            DeploymentStatus before,
            DeploymentStatus status,
            @Nullable OwnedReplicaSet current,
            Instant now) {
        if (!spec.hasProgressDeadline()) {
            return status.conditions().reason(TYPE).isEmpty()
                    ? status
                    : status.withConditions(status.conditions().without(TYPE));
        }
        var who =
                current == null ? "Deployment \"" + spec.meta().name() + "\"" : "ReplicaSet \"" + current.name() + "\"";
        var done = new ConditionUpdate(TYPE, "True", DONE, who + " has successfully progressed.");
        var saysDone = before.conditions().reason(TYPE).equals(DONE);
        var settled = saysDone
                && status.replicas() == status.updatedReplicas()
                && (current == null || before.conditions().message(TYPE).equals(done.message()));
        if (settled) return status;
        if (isComplete(spec, status)) return said(status, done, now);
        // The rollout before was told of last: the word that this one began is lost. Without it no deadline runs.
        if (saysDone || hasMoved(before, status)) {
            // Each step forward starts the deadline anew, so the time of update moves even if nothing else does.
            var update = new ConditionUpdate(TYPE, "True", "ReplicaSetUpdated", who + " is progressing.");
            return status.withConditions(status.conditions().with(update, now));
        }
        if (left(spec, status, now).filter(Duration::isNegative).isPresent()) {
            return said(
                    status, new ConditionUpdate(TYPE, "False", TIMED_OUT, who + " has timed out progressing."), now);
        }
        return status;
    }

    static boolean isComplete(DeploymentSpec spec, DeploymentStatus status) {
        return status.updatedReplicas() == spec.replicas()
                && status.replicas() == spec.replicas()
                && status.availableReplicas() == spec.replicas()
                && status.observedGeneration() >= spec.meta().generation();
    }

    private static boolean hasMoved(DeploymentStatus before, DeploymentStatus now) {
        return now.updatedReplicas() > before.updatedReplicas()
                || now.replicas() - now.updatedReplicas() < before.replicas() - before.updatedReplicas()
                || now.readyReplicas() > before.readyReplicas()
                || now.availableReplicas() > before.availableReplicas();
    }

    /** Until the deadline, negative once it has passed; empty where none runs. */
    private static Optional<Duration> left(DeploymentSpec spec, DeploymentStatus status, Instant now) {
        var seconds = spec.progressDeadlineSecondsOrNull();
        var condition = status.conditions().find(TYPE);
        if (condition.isEmpty() || seconds == null) return Optional.empty();
        var reason = condition.get().reason();
        if (reason.equals(DONE) || reason.equals(TIMED_OUT) || reason.equals(PAUSED)) return Optional.empty();
        var since = condition.get().lastUpdate().equals(Instant.EPOCH)
                ? now
                : condition.get().lastUpdate();
        return Optional.of(Duration.between(now, since.plusSeconds(seconds)));
    }

    /** When to look whether the deadline has passed; zero for never. */
    static Duration requeueAfter(DeploymentSpec spec, DeploymentStatus status, Instant now) {
        if (!spec.hasProgressDeadline()) return RequeueAfter.NEVER;
        // Times in documents are whole seconds.
        return left(spec, status, now)
                .map(left -> left.isNegative() ? Duration.ofSeconds(1) : left.plusSeconds(1))
                .orElse(RequeueAfter.NEVER);
    }
}
