package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** Pod templates: what is made of them, whether two are the same, and a short name for each. */
public final class Templates {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private Templates() {}

    /** A pod as the template has it, owned by the workload. */
    public static ObjectNode pod(Workload owner, JsonNode template, String name) {
        var pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        var metadata = pod.putObject("metadata");
        metadata.put("namespace", owner.name().namespace()).put("name", name);
        for (var part : new String[] {"labels", "annotations", "finalizers"}) {
            var value = template.path("metadata").path(part);
            if (!value.isEmpty()) metadata.set(part, value.deepCopy());
        }
        metadata.putArray("ownerReferences")
                .add(OwnerReference.controller(owner).document());
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** The template without a label, and without what is there but says nothing. */
    public static JsonNode canonical(JsonNode template, String withoutLabel) {
        var copy = template.deepCopy();
        if (copy.path("metadata").get("labels") instanceof ObjectNode labels) labels.remove(withoutLabel);
        return trimmed(copy);
    }

    public static boolean areSame(JsonNode one, JsonNode other, String withoutLabel) {
        return canonical(one, withoutLabel).equals(canonical(other, withoutLabel));
    }

    /** Without nulls and empty members, which mean what their absence means; members in order. */
    public static JsonNode trimmed(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                var members = new TreeMap<String, JsonNode>();
                for (var entry : object.properties()) {
                    var value = trimmed(entry.getValue());
                    if (!value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
                        members.put(entry.getKey(), value);
                    }
                }
                var trimmed = Json.object();
                trimmed.setAll(members);
                yield trimmed;
            }
            case ArrayNode array -> {
                var trimmed = Json.object().arrayNode();
                for (var item : array) trimmed.add(trimmed(item));
                yield trimmed;
            }
            case JsonNode leaf -> leaf;
        };
    }

    /**
     * A short name for a template.
     *
     * @param collisions how many names before this one were taken by other templates
     */
    public static String hash(JsonNode template, int collisions) {
        var text = trimmed(template).toString() + (collisions == 0 ? "" : "#" + collisions);
        var hash = 0x811c9dc5;
        for (var b : text.getBytes(StandardCharsets.UTF_8)) hash = (hash ^ (b & 0xff)) * 0x01000193;
        var name = new StringBuilder();
        for (var digit : Integer.toUnsignedString(hash).toCharArray()) {
            name.append(ALPHABET.charAt(digit % ALPHABET.length()));
        }
        return name.toString();
    }
}
