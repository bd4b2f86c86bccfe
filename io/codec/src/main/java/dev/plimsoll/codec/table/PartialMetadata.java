package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.JsonBytes;
import java.util.Arrays;
import java.util.List;

/** Objects of which only the metadata are sent. */
public final class PartialMetadata {
    static final String KIND = "PartialObjectMetadata";
    static final String API_VERSION = "meta.k8s.io/v1";

    /** What is kept in a field that no version has any more and shown as an annotation of the whole object; metadata alone are without it. */
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private static final byte[] TAIL = {']', '}'};

    private PartialMetadata() {}

    public static ObjectNode of(JsonNode object) {
        var partial = JsonNodeFactory.instance.objectNode();
        partial.put("kind", KIND);
        partial.put("apiVersion", API_VERSION);
        partial.set("metadata", metadata(object));
        return partial;
    }

    /** Whether the metadata of an object are sent as they are stored. */
    public static boolean isStored(JsonNode object) {
        return !object.path("metadata").path("annotations").has(TEMPLATE_GENERATION);
    }

    /** The list of them, with the metadata of the whole list. */
    public static ObjectNode list(JsonNode listMetadata, List<? extends JsonNode> objects) {
        var list = JsonNodeFactory.instance.objectNode();
        list.put("kind", "PartialObjectMetadataList");
        list.put("apiVersion", API_VERSION);
        list.set("metadata", listMetadata);
        var items = list.putArray("items");
        for (var object : objects) items.add(of(object));
        return list;
    }

    /** How the text of such a list begins; its items follow, with commas between them, and {@link #tail()}. */
    public static byte[] head(JsonNode listMetadata) {
        var empty = JsonBytes.of(list(listMetadata, List.of()));
        return Arrays.copyOf(empty, empty.length - TAIL.length);
    }

    /** How the text of a list ends. */
    public static byte[] tail() {
        return TAIL.clone();
    }

    private static JsonNode metadata(JsonNode object) {
        var metadata = object.path("metadata");
        if (!(metadata instanceof ObjectNode given)) return JsonNodeFactory.instance.objectNode();
        return given.path("annotations").has(TEMPLATE_GENERATION) ? withoutGeneration(given) : given;
    }

    private static ObjectNode withoutGeneration(ObjectNode metadata) {
        var rest = metadata.deepCopy();
        var annotations = rest.withObject("annotations");
        annotations.remove(TEMPLATE_GENERATION);
        if (annotations.isEmpty()) rest.remove("annotations");
        return rest;
    }
}
