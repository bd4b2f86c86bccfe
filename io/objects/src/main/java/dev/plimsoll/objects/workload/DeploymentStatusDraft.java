package dev.plimsoll.objects.workload;

import dev.plimsoll.core.workloads.StatusCondition;
import dev.plimsoll.core.workloads.deployment.DeploymentStatus;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;

/** The status of a deployment that is being written. */
public final class DeploymentStatusDraft extends StatusDraft {
    DeploymentStatusDraft(DeploymentObject deployment) {
        super(deployment);
    }

    public DeploymentStatusDraft write(DeploymentStatus counts) {
        observedGeneration(counts.observedGeneration());
        status().putUnlessZero("replicas", counts.replicas())
                .putUnlessZero("updatedReplicas", counts.updatedReplicas())
                .putUnlessZero("readyReplicas", counts.readyReplicas())
                .putUnlessZero("availableReplicas", counts.availableReplicas())
                .putUnlessZero("unavailableReplicas", counts.unavailableReplicas())
                .put("terminatingReplicas", counts.terminatingReplicas());
        conditions(counts.conditions());
        return this;
    }

    public DeploymentStatusDraft collisionCount(int collisions) {
        status().put("collisionCount", collisions);
        return this;
    }

    @Override
    protected void extend(DraftNode target, StatusCondition condition) {
        target.put("lastUpdateTime", Timestamps.text(condition.lastUpdate()));
    }
}
