package dev.plimsoll.core.workloads.deployment;

import static dev.plimsoll.core.workloads.deployment.OwnedReplicaSet.sum;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.StatusCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a deployment reports. */
public record DeploymentStatus(
        long observedGeneration,
        int replicas,
        int updatedReplicas,
        int readyReplicas,
        int availableReplicas,
        int unavailableReplicas,
        int terminatingReplicas,
        Conditions conditions) {
    public static final DeploymentStatus NONE = new DeploymentStatus(0, 0, 0, 0, 0, 0, 0, Conditions.NONE);
    static final String REPLICA_FAILURE = "ReplicaFailure";

    /** The status, but for how the update progresses. */
    static DeploymentStatus of(
            DeploymentSpec spec,
            DeploymentStatus before,
            @Nullable OwnedReplicaSet current,
            List<OwnedReplicaSet> old,
            Instant now) {
        var all = new ArrayList<>(old);
        if (current != null) all.add(current);
        var available = sum(all, OwnedReplicaSet::available);
        var availability = available >= RollingBounds.of(spec).leastAvailable()
                ? new ConditionUpdate(
                        "Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
                : new ConditionUpdate(
                        "Available",
                        "False",
                        "MinimumReplicasUnavailable",
                        "Deployment does not have minimum availability.");
        return new DeploymentStatus(
                spec.meta().generation(),
                sum(all, OwnedReplicaSet::actual),
                current == null ? 0 : current.actual(),
                sum(all, OwnedReplicaSet::ready),
                available,
                Math.max(0, sum(all, OwnedReplicaSet::wanted) - available),
                sum(all, OwnedReplicaSet::terminating),
                mirrorFailure(say(before.conditions(), availability, now), all));
    }

    /** Sets a condition unless it says so already; then its time of update stays too. */
    public static Conditions say(Conditions conditions, ConditionUpdate update, Instant now) {
        var isSame = conditions.is(update.type(), update.status())
                && conditions.reason(update.type()).equals(update.reason());
        return isSame ? conditions : conditions.with(update, now);
    }

    private static Conditions mirrorFailure(Conditions conditions, List<OwnedReplicaSet> all) {
        StatusCondition failure = null;
        for (var set : all) failure = set.conditions().find(REPLICA_FAILURE).orElse(failure);
        if (failure == null) return conditions.without(REPLICA_FAILURE);
        var update = new ConditionUpdate(REPLICA_FAILURE, failure.status(), failure.reason(), failure.message());
        return say(conditions, update, failure.lastTransition());
    }

    DeploymentStatus withConditions(Conditions changed) {
        return new DeploymentStatus(
                observedGeneration,
                replicas,
                updatedReplicas,
                readyReplicas,
                availableReplicas,
                unavailableReplicas,
                terminatingReplicas,
                changed);
    }

    DeploymentStatus withUpdatedReplicas(int changed) {
        return new DeploymentStatus(
                observedGeneration,
                replicas,
                changed,
                readyReplicas,
                availableReplicas,
                unavailableReplicas,
                terminatingReplicas,
                conditions);
    }
}
