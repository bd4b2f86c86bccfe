package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** What gives a pod its node, as it was sent. */
public final class BindingObject {
    private final ObjectNode document;

    public BindingObject(ObjectNode document) {
        this.document = document;
    }

    private JsonNode metadata() {
        return document.path("metadata");
    }

    /** Of the pod. */
    public String name() {
        return text(metadata(), "name");
    }

    /** Of the pod that is meant; empty for any of its name. */
    public String uid() {
        return text(metadata(), "uid");
    }

    public String targetKind() {
        return text(document.path("target"), "kind");
    }

    public String targetName() {
        return text(document.path("target"), "name");
    }

    /** For the pod, in the order in which they were sent. */
    public Map<String, String> labels() {
        return texts(metadata().path("labels"));
    }

    /** For the pod, in the order in which they were sent. */
    public Map<String, String> annotations() {
        return texts(metadata().path("annotations"));
    }

    private static Map<String, String> texts(JsonNode map) {
        var texts = new LinkedHashMap<String, String>();
        for (var entry : map.properties())
            texts.put(entry.getKey(), entry.getValue().asText());
        return texts;
    }
}
