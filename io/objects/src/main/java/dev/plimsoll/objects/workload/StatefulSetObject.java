package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.intOrString;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.statefulset.ClaimRetention;
import dev.plimsoll.core.workloads.statefulset.StatefulSetSpec;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.pod.PodTemplateObject;
import dev.plimsoll.objects.storage.ClaimTemplate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stateful set. */
public final class StatefulSetObject extends WorkloadObject {
    public static final ObjectKind<StatefulSetObject> KIND =
            new ObjectKind<>(ApiResource.STATEFUL_SETS, StatefulSetObject.class, StatefulSetObject::new);

    private @Nullable StatefulSetSpec spec;

    public StatefulSetObject(ObjectNode document) {
        super(document);
    }

    public StatefulSetSpec spec() {
        var known = spec;
        if (known == null) spec = known = readSpec();
        return known;
    }

    private StatefulSetSpec readSpec() {
        var node = specNode();
        var strategy = node.path("updateStrategy");
        var rollingUpdate = strategy.path("rollingUpdate");
        return new StatefulSetSpec(
                metadata().name(),
                metadata().isBeingDeleted(),
                Math.max(0, integer(node.path("ordinals"), "start", 0)),
                Math.max(0, replicas()),
                minReadySeconds(),
                text(node, "podManagementPolicy").equals("Parallel"),
                text(strategy, "type").equals("OnDelete"),
                Math.max(0, integer(rollingUpdate, "partition", 0)),
                intOrString(rollingUpdate, "maxUnavailable"));
    }

    /** The revision that its status names as the one before the update. */
    public String currentRevision() {
        return text(statusNode(), "currentRevision");
    }

    /** The revision of its template that its status names. */
    public String updateRevision() {
        return text(statusNode(), "updateRevision");
    }

    private String serviceName() {
        return text(specNode(), "serviceName");
    }

    /** The claims that each of its pods wants. */
    public List<ClaimTemplate> claimTemplates() {
        return list(specNode(), "volumeClaimTemplates", ClaimTemplate::new);
    }

    /** What becomes of these claims. */
    public ClaimRetention retention() {
        var policy = specNode().path("persistentVolumeClaimRetentionPolicy");
        return new ClaimRetention(
                text(policy, "whenDeleted").equals("Delete"),
                text(policy, "whenScaled").equals("Delete"));
    }

    private Map<String, String> matchLabels() {
        return textMap(specNode().path("selector"), "matchLabels");
    }

    /** The claims of one pod, as they are made. */
    public List<ObjectNode> claims(int ordinal) {
        var pod = spec().podName(ordinal);
        return claimTemplates().stream()
                .map(each -> each.claim(metadata().namespace(), pod, matchLabels()))
                .toList();
    }

    /**
     * A pod, as it is made.
     *
     * @param revision that the template is of
     */
    public PodDraft pod(PodTemplateObject template, String revision, int ordinal) {
        var name = spec().podName(ordinal);
        var pod = PodDraft.of(this, template, name);
        pod.metadata()
                .generateName(metadata().name() + "-")
                .label("statefulset.kubernetes.io/pod-name", name)
                .label("apps.kubernetes.io/pod-index", Integer.toString(ordinal))
                .label(ControllerRevisionObject.POD_LABEL, revision);
        pod.hostname(name);
        if (!serviceName().isEmpty()) pod.subdomain(serviceName());
        for (var claim : claimTemplates()) pod.claimVolume(claim.name(), claim.nameFor(name));
        return pod;
    }

    @Override
    public StatefulSetStatusDraft statusDraft() {
        return new StatefulSetStatusDraft(this);
    }
}
