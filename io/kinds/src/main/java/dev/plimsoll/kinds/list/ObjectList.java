package dev.plimsoll.kinds.list;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.objects.TypeMeta;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The list of a kind, such as {@code PodList}. */
public final class ObjectList {
    private final ObjectNode document = JsonNodeFactory.instance.objectNode();
    private final ArrayNode items;

    /** An empty one of a kind, at a revision of the store. */
    public ObjectList(Kind kind, long revision) {
        new TypeMeta(kind.apiVersion(), kind.listName()).writeTo(document);
        document.set("metadata", ListMetadata.of(revision));
        items = document.putArray("items");
    }

    /** Adds an object, which is shared and not copied. */
    public void add(ObjectNode object) {
        items.add(object);
    }

    public ObjectNode document() {
        return document;
    }

    /** The objects of a list that was read. */
    public static List<ObjectNode> items(JsonNode list) {
        var objects = new ArrayList<ObjectNode>();
        for (var item : list.path("items")) objects.add((ObjectNode) item);
        return objects;
    }

    /** How the text of a list begins; its objects follow, with commas between them. */
    public static byte[] head(Kind kind, ObjectNode metadata) {
        var head = "{\"kind\":\"" + kind.listName() + "\",\"apiVersion\":\"" + kind.apiVersion() + "\",\"metadata\":"
                + metadata + ",\"items\":[";
        return head.getBytes(StandardCharsets.UTF_8);
    }

    /** How the text of a list ends. */
    public static byte[] tail() {
        return new byte[] {']', '}'};
    }
}
