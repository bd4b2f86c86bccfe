package dev.plimsoll.objects.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.json.SortedJson;
import dev.plimsoll.core.workloads.revision.RevisionDecision.KeptRevision;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodTemplateObject;
import dev.plimsoll.objects.tree.DocumentFields;
import dev.plimsoll.objects.tree.DraftNode;
import org.jspecify.annotations.Nullable;

/** A template as it was, kept as the change that {@code kubectl rollout undo} sends. */
public final class ControllerRevisionObject extends ApiObject {
    public static final ObjectKind<ControllerRevisionObject> KIND =
            new ObjectKind<>(ApiResource.REVISIONS, ControllerRevisionObject.class, ControllerRevisionObject::new);
    /** Of daemon sets, on revisions and pods; of stateful sets, on pods only. */
    public static final String POD_LABEL = "controller-revision-hash";

    private static final String HASH_LABEL = "controller.kubernetes.io/hash";
    private static final String DIRECTIVE = "$patch";
    private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private @Nullable PodTemplateObject template;

    public ControllerRevisionObject(ObjectNode document) {
        super(document);
    }

    public long number() {
        return DocumentFields.number(document(), "revision", 0);
    }

    public String hash() {
        var labels = metadata().labels();
        return labels.getOrDefault(HASH_LABEL, labels.getOrDefault(POD_LABEL, ""));
    }

    public PodTemplateObject template() {
        var known = template;
        if (known == null) {
            var node = document().path("data").path("spec").path("template");
            known = new PodTemplateObject(
                    node.isObject() ? DraftNode.of(node).remove(DIRECTIVE).node() : node);
            template = known;
        }
        return known;
    }

    public KeptRevision kept(PodTemplateObject current) {
        return new KeptRevision(metadata().name(), number(), isOf(current));
    }

    public boolean isOf(PodTemplateObject current) {
        return template().saysSame(current);
    }

    /** The same under another number. */
    public ObjectNode numbered(long number) {
        return new Draft(document()).number(number).document();
    }

    /** A revision of the owner's template, as it is made. */
    public static ObjectNode of(WorkloadObject owner, long number, int collisions) {
        var hash = owner.template().hash(collisions);
        var draft = new Draft(owner, hash);
        var metadata = draft.metadata().labels(owner.template().labels()).label(HASH_LABEL, hash);
        if (owner.kind().equals(DaemonSetObject.KIND.resource().kind())) metadata.label(POD_LABEL, hash);
        metadata.annotations(owner.metadata().annotations()).withoutAnnotation(APPLIED);
        return draft.template(owner.template()).number(number).document();
    }

    private static final class Draft extends ObjectDraft {
        Draft(ObjectNode document) {
            super(document);
        }

        Draft(WorkloadObject owner, String hash) {
            super(
                    ApiResource.REVISIONS,
                    new ObjectName(owner.name().namespace(), owner.name().name() + "-" + hash),
                    owner.controllerReference());
        }

        Draft number(long number) {
            root().put("revision", number);
            return this;
        }

        /** With its members in the order of their names: clients of Kubernetes compare the text of a revision with their own. */
        Draft template(PodTemplateObject template) {
            var patch = DraftNode.of(template.node()).put(DIRECTIVE, "replace");
            root().object("data").object("spec").set("template", SortedJson.of(patch.node()));
            return this;
        }
    }
}
