package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** What a kind is called; texts are empty where nothing is said. */
public record DefinitionNames(
        String plural,
        String singular,
        String kind,
        String listKind,
        List<String> shortNames,
        List<String> categories) {
    public static final DefinitionNames NONE = new DefinitionNames("", "", "", "", List.of(), List.of());

    public DefinitionNames {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    static DefinitionNames read(JsonNode names) {
        return new DefinitionNames(
                names.path("plural").asText(),
                names.path("singular").asText(),
                names.path("kind").asText(),
                names.path("listKind").asText(),
                texts(names.path("shortNames")),
                texts(names.path("categories")));
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var entry : list) texts.add(entry.asText());
        return texts;
    }

    public ObjectNode document() {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("plural", plural);
        put(node, "singular", singular);
        if (!shortNames.isEmpty()) shortNames.forEach(node.putArray("shortNames")::add);
        node.put("kind", kind);
        put(node, "listKind", listKind);
        if (!categories.isEmpty()) categories.forEach(node.putArray("categories")::add);
        return node;
    }

    private static void put(ObjectNode node, String name, String value) {
        if (!value.isEmpty()) node.put(name, value);
    }

    /** All that stands for the resource in paths and commands. */
    public List<String> ofResource() {
        var all = new ArrayList<>(shortNames);
        all.add(plural);
        if (!singular.isEmpty()) all.add(singular);
        return all;
    }

    public List<String> ofKind() {
        return listKind.isEmpty() ? List.of(kind) : List.of(kind, listKind);
    }
}
