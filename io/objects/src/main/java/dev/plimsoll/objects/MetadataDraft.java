package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Map;

/** Metadata that is being written. */
public final class MetadataDraft {
    private final DraftNode node;

    MetadataDraft(DraftNode node) {
        this.node = node;
    }

    public MetadataDraft name(String namespace, String name) {
        node.putUnlessEmpty("namespace", namespace).put("name", name);
        return this;
    }

    public MetadataDraft namespace(String namespace) {
        node.putUnlessEmpty("namespace", namespace);
        return this;
    }

    /** Without a name and a namespace: the API server makes a name that begins so. */
    public MetadataDraft onlyGenerateName(String prefix) {
        node.remove("name").remove("namespace");
        return generateName(prefix);
    }

    /** Without what an API server adds: as a new object of the same content is sent. */
    public MetadataDraft asNew() {
        node.remove("resourceVersion").remove("uid").remove("managedFields");
        return this;
    }

    public MetadataDraft generateName(String prefix) {
        node.put("generateName", prefix);
        return this;
    }

    public MetadataDraft uid(String uid) {
        node.put("uid", uid);
        return this;
    }

    public MetadataDraft withoutUid() {
        node.remove("uid");
        return this;
    }

    public MetadataDraft resourceVersion(String version) {
        node.put("resourceVersion", version);
        return this;
    }

    public MetadataDraft label(String key, String value) {
        node.object("labels").put(key, value);
        return this;
    }

    public MetadataDraft labels(Map<String, String> labels) {
        labels.forEach(this::label);
        return this;
    }

    /** Takes the place of the labels that were there. */
    public MetadataDraft onlyLabels(Map<String, String> labels) {
        node.newObject("labels");
        return labels(labels);
    }

    public MetadataDraft annotation(String key, String value) {
        node.object("annotations").put(key, value);
        return this;
    }

    public MetadataDraft annotations(Map<String, String> annotations) {
        var target = node.object("annotations");
        annotations.forEach(target::put);
        return this;
    }

    /** Takes the place of the annotations that were there. */
    public MetadataDraft onlyAnnotations(Map<String, String> annotations) {
        node.newObject("annotations");
        return annotations(annotations);
    }

    public MetadataDraft withoutAnnotation(String key) {
        node.object("annotations").remove(key);
        return this;
    }

    /** Says in a patch that an annotation is to go. */
    public MetadataDraft removedAnnotation(String key) {
        node.object("annotations").putNull(key);
        return this;
    }

    public MetadataDraft finalizer(String finalizer) {
        node.list("finalizers").add(finalizer);
        return this;
    }

    /** Takes the place of the finalizers that were there, even if there is none. */
    public MetadataDraft onlyFinalizers(Iterable<String> finalizers) {
        var list = node.newList("finalizers");
        finalizers.forEach(list::add);
        return this;
    }

    public MetadataDraft owner(OwnerReference owner) {
        write(node.list("ownerReferences").addObject(), owner);
        return this;
    }

    /** Takes the place of the owners that were there, even if there is none. */
    public MetadataDraft onlyOwners(Iterable<OwnerReference> owners) {
        var list = node.newList("ownerReferences");
        for (var owner : owners) write(list.addObject(), owner);
        return this;
    }

    /** Takes the place of the owners that were there: none of these waits for the object. */
    public MetadataDraft onlyUnblockedOwners(Iterable<OwnerReference> owners) {
        var list = node.newList("ownerReferences");
        for (var owner : owners) {
            var target = list.addObject();
            write(target, owner);
            target.put("blockOwnerDeletion", false);
        }
        return this;
    }

    private static void write(DraftNode target, OwnerReference owner) {
        target.put("apiVersion", owner.apiVersion())
                .put("kind", owner.kind())
                .put("name", owner.name())
                .put("uid", owner.uid());
        if (owner.isController()) target.put("controller", true);
        if (owner.blocks()) target.put("blockOwnerDeletion", true);
    }

    /** Takes a part over from other metadata, if it says anything there. */
    public MetadataDraft copy(String part, JsonNode other) {
        var value = other.path(part);
        if (!value.isEmpty()) node.set(part, value);
        return this;
    }

    /** Removes everything that is not written again. */
    public MetadataDraft clear() {
        node.clear();
        return this;
    }
}
