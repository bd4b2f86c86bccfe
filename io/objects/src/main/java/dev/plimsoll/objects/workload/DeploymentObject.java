package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.intOrString;
import static dev.plimsoll.objects.tree.DocumentFields.numberOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.deployment.DeploymentSpec;
import dev.plimsoll.core.workloads.deployment.DeploymentStatus;
import dev.plimsoll.objects.ObjectKind;
import org.jspecify.annotations.Nullable;

/** A deployment. */
public final class DeploymentObject extends WorkloadObject {
    public static final ObjectKind<DeploymentObject> KIND =
            new ObjectKind<>(ApiResource.DEPLOYMENTS, DeploymentObject.class, DeploymentObject::new);

    private @Nullable DeploymentSpec spec;
    private @Nullable DeploymentStatus status;
    private @Nullable String hash;

    public DeploymentObject(ObjectNode document) {
        super(document);
    }

    public DeploymentSpec spec() {
        var known = spec;
        if (known == null) spec = known = readSpec();
        return known;
    }

    private DeploymentSpec readSpec() {
        var node = specNode();
        var strategy = node.path("strategy");
        var rollingUpdate = strategy.path("rollingUpdate");
        return new DeploymentSpec(
                metadata(),
                template().view(),
                metadata().name() + "-" + templateHash(),
                Math.max(0, replicas()),
                flag(node, "paused"),
                text(strategy, "type").equals("Recreate"),
                intOrString(rollingUpdate, "maxSurge"),
                intOrString(rollingUpdate, "maxUnavailable"),
                minReadySeconds(),
                numberOrNull(node, "progressDeadlineSeconds"),
                revisionHistoryLimit());
    }

    /** Names the replica set of its template. */
    String templateHash() {
        var known = hash;
        if (known == null) hash = known = template().hash(collisionCount());
        return known;
    }

    /** Whether a replica set is made of its template. */
    public boolean isTemplateOf(ReplicaSetObject set) {
        return template().isSame(set.template());
    }

    public DeploymentStatus status() {
        var known = status;
        if (known == null) {
            known = new DeploymentStatus(
                    observedGeneration(),
                    reported("replicas"),
                    reported("updatedReplicas"),
                    reported("readyReplicas"),
                    reported("availableReplicas"),
                    reported("unavailableReplicas"),
                    reported("terminatingReplicas"),
                    conditions());
            status = known;
        }
        return known;
    }

    @Override
    public DeploymentStatusDraft statusDraft() {
        return new DeploymentStatusDraft(this);
    }

    JsonNode selectorNode() {
        return specNode().path("selector");
    }
}
