package dev.plimsoll.objects.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.core.workloads.deployment.OwnedReplicaSet;
import dev.plimsoll.objects.ObjectKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A replica set, or a replication controller: the same thing from before selectors had expressions. */
public final class ReplicaSetObject extends WorkloadObject {
    public static final ObjectKind<ReplicaSetObject> KIND =
            new ObjectKind<>(ApiResource.REPLICA_SETS, ReplicaSetObject.class, ReplicaSetObject::new);
    public static final ObjectKind<ReplicaSetObject> REPLICATION_CONTROLLER = new ObjectKind<>(
            ApiResource.REPLICATION_CONTROLLERS,
            ReplicaSetObject.class,
            document -> new ReplicaSetObject(document, true));

    private final boolean isReplicationController;
    private @Nullable OwnedReplicaSet view;

    /** A replica set. */
    public ReplicaSetObject(ObjectNode document) {
        this(document, false);
    }

    private ReplicaSetObject(ObjectNode document, boolean isReplicationController) {
        super(document);
        this.isReplicationController = isReplicationController;
    }

    @Override
    protected Optional<LabelSelector> readSelector(JsonNode selector) {
        return isReplicationController ? Optional.of(ObjectSelector.ofMap(selector)) : super.readSelector(selector);
    }

    /** As its deployment sees it. */
    public OwnedReplicaSet view() {
        var known = view;
        if (known == null) {
            known = new OwnedReplicaSet(
                    metadata(),
                    template().view(),
                    replicas(),
                    minReadySeconds(),
                    reported("replicas"),
                    reported("readyReplicas"),
                    reported("availableReplicas"),
                    reported("terminatingReplicas"),
                    observedGeneration(),
                    conditions());
            view = known;
        }
        return known;
    }

    @Override
    public ReplicaSetDraft draft() {
        return new ReplicaSetDraft(document());
    }

    @Override
    public ReplicaSetStatusDraft statusDraft() {
        return new ReplicaSetStatusDraft(this, !isReplicationController);
    }
}
