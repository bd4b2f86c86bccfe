package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

/** A pod that is being written. */
public final class PodDraft extends ObjectDraft {
    PodDraft(JsonNode document) {
        super(document);
    }

    private PodDraft(ObjectName name, PodTemplateObject template, OwnerReference owner) {
        super(ApiResource.PODS, name);
        for (var part : List.of("labels", "annotations", "finalizers")) {
            metadata().copy(part, template.metadataNode());
        }
        metadata().owner(owner);
        root().set("spec", template.specNode());
    }

    /** A new pod with one container. */
    public static PodDraft of(ObjectName name, String container, String image) {
        var draft = new PodDraft(name);
        draft.spec().list("containers").addObject().put("name", container).put("image", image);
        return draft;
    }

    private PodDraft(ObjectName name) {
        super(ApiResource.PODS, name);
    }

    /** A pod as the template has it, owned by the workload. */
    public static PodDraft of(ApiObject owner, PodTemplateObject template, String name) {
        return new PodDraft(new ObjectName(owner.name().namespace(), name), template, owner.controllerReference());
    }

    public PodDraft hostname(String hostname) {
        spec().put("hostname", hostname);
        return this;
    }

    public PodDraft subdomain(String subdomain) {
        spec().put("subdomain", subdomain);
        return this;
    }

    public PodDraft nodeName(String node) {
        spec().put("nodeName", node);
        return this;
    }

    /** What an API server fills in of a pod that does not say it. */
    public PodDraft withDefaults() {
        if (!spec().has("restartPolicy")) spec().put("restartPolicy", "Always");
        if (!spec().has("dnsPolicy")) spec().put("dnsPolicy", "ClusterFirst");
        if (!spec().has("terminationGracePeriodSeconds")) spec().put("terminationGracePeriodSeconds", 30);
        return this;
    }

    /** As it was before anybody chose a node for it. */
    public PodDraft withoutNode() {
        spec().remove("nodeName");
        return this;
    }

    public PodDraft withoutStatus() {
        root().remove("status");
        return this;
    }

    /** With a status that says nothing. */
    public PodDraft emptyStatus() {
        root().newObject("status");
        return this;
    }

    /** For this node and no other: the terms that it had are replaced. */
    public PodDraft onlyOnNode(String node) {
        NodeTarget.set(spec(), node);
        return this;
    }

    public PodDraft toleration(Toleration toleration) {
        spec().list("tolerations")
                .addObject()
                .putUnlessEmpty("key", toleration.key())
                .put("operator", toleration.operator())
                .put("effect", toleration.effect());
        return this;
    }

    /** Takes the place of a volume of the same name. */
    public PodDraft claimVolume(String volume, String claim) {
        var volumes = spec().list("volumes");
        volumes.removeIf(each -> text(each, "name").equals(volume));
        volumes.addObject().put("name", volume).object("persistentVolumeClaim").put("claimName", claim);
        return this;
    }

    /** Gives every container a variable with the value of a field, unless it has a variable of that name. */
    public PodDraft variableFromField(String variable, String fieldPath) {
        for (var name : List.of("initContainers", "containers")) {
            if (!spec().path(name).isArray()) continue;
            var containers = spec().list(name);
            for (var i = 0; i < containers.size(); i++) {
                if (containers.path(i).isObject()) addVariable(containers.object(i), variable, fieldPath);
            }
        }
        return this;
    }

    private static void addVariable(DraftNode container, String variable, String fieldPath) {
        for (var known : container.path("env")) if (text(known, "name").equals(variable)) return;
        container
                .list("env")
                .addObject()
                .put("name", variable)
                .object("valueFrom")
                .object("fieldRef")
                .put("apiVersion", "v1")
                .put("fieldPath", fieldPath);
    }
}
