package dev.plimsoll.objects.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.pod.PodTemplateObject;
import dev.plimsoll.objects.tree.DraftNode;

/** A replica set that is being written. */
public final class ReplicaSetDraft extends ObjectDraft {
    private static final String HASH = PodTemplateObject.HASH_LABEL;

    ReplicaSetDraft(JsonNode document) {
        super(document);
    }

    private ReplicaSetDraft(DeploymentObject deployment, String name) {
        super(
                ApiResource.REPLICA_SETS,
                new ObjectName(deployment.metadata().namespace(), name),
                deployment.controllerReference());
    }

    /** The replica set of the current template. */
    public static ReplicaSetDraft of(DeploymentObject deployment, String name) {
        var hash = deployment.templateHash();
        var draft = new ReplicaSetDraft(deployment, name);
        draft.metadata().labels(deployment.template().labels()).label(HASH, hash);
        if (deployment.minReadySeconds() > 0) draft.minReadySeconds(deployment.minReadySeconds());
        draft.spec()
                .set("selector", selector(deployment.selectorNode(), hash))
                .set("template", deployment.template().withLabel(HASH, hash));
        return draft;
    }

    private static JsonNode selector(JsonNode selector, String hash) {
        var draft = DraftNode.of(selector);
        draft.object("matchLabels").put(HASH, hash);
        return draft.node();
    }

    /**
     * A set as it is, without pods, under a name and with a label that no other has.
     *
     * @param revision of the set
     */
    public static ReplicaSetDraft history(DeploymentObject deployment, ReplicaSetObject set, long revision) {
        var hash = set.template().hash(1000 + (int) revision);
        var draft = set.draft();
        draft.root().remove("status");
        draft.metadata()
                .clear()
                .name(deployment.metadata().namespace(), deployment.metadata().name() + "-" + hash)
                .annotations(set.metadata().annotations())
                .owner(deployment.controllerReference())
                .labels(set.template().labels())
                .label(HASH, hash);
        draft.replicas(0)
                .spec()
                .set("selector", selector(draft.spec().path("selector"), hash))
                .set("template", set.template().withLabel(HASH, hash));
        return draft;
    }

    public ReplicaSetDraft replicas(int replicas) {
        spec().put("replicas", replicas);
        return this;
    }

    public ReplicaSetDraft minReadySeconds(int seconds) {
        spec().put("minReadySeconds", seconds);
        return this;
    }

    /** Takes the resources of another template over into its own. */
    public ReplicaSetDraft resourcesOf(PodTemplateObject template) {
        var own = new PodTemplateObject(spec().path("template"));
        spec().set("template", own.withResourcesOf(template));
        return this;
    }
}
