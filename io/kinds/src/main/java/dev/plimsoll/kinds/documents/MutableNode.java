package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.MetadataReader;
import java.util.Map;

/** The node of a write, read and changed in place. */
public final class MutableNode {
    private final ObjectNode document;

    private MutableNode(ObjectNode document) {
        this.document = document;
    }

    public static MutableNode of(ObjectNode document) {
        return new MutableNode(document);
    }

    public Map<String, String> labels() {
        return MetadataReader.labels(document);
    }

    public boolean hasSameLabels(MutableNode other) {
        return document.path("metadata")
                .path("labels")
                .equals(other.document.path("metadata").path("labels"));
    }

    public boolean isUnschedulable() {
        return document.path("spec").path("unschedulable").asBoolean();
    }

    public boolean hasConfigSource() {
        return document.path("spec").hasNonNull("configSource");
    }

    public boolean hasSameConfigSource(MutableNode other) {
        return document.path("spec")
                .path("configSource")
                .equals(other.document.path("spec").path("configSource"));
    }

    public boolean hasSameTaints(MutableNode other) {
        return isSameList(
                document.path("spec").path("taints"),
                other.document.path("spec").path("taints"));
    }

    public boolean hasSameOwners(MutableNode other) {
        return isSameList(
                document.path("metadata").path("ownerReferences"),
                other.document.path("metadata").path("ownerReferences"));
    }

    /** Nothing and an empty list are the same. */
    private static boolean isSameList(JsonNode one, JsonNode other) {
        return (one.isEmpty() && other.isEmpty()) || one.equals(other);
    }

    /** Keeps pods without a toleration away, unless it has a taint of this key. */
    public void taint(String key) {
        var spec = document.get("spec") instanceof ObjectNode known ? known : document.putObject("spec");
        for (var taint : spec.path("taints")) {
            if (taint.path("key").asText().equals(key)) return;
        }
        PodDocument.array(spec, "taints")
                .addObject()
                .put("effect", "NoSchedule")
                .put("key", key);
    }
}
