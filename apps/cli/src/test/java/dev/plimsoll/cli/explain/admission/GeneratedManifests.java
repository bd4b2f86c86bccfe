package dev.plimsoll.cli.explain.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Objects of all kinds, valid ones and such with a few mistakes, the same for the same seed. */
final class GeneratedManifests {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<JsonNode> VALUES = List.of(
            JSON.textNode(""),
            JSON.textNode("500M"),
            JSON.textNode("512m"),
            JSON.textNode("5K"),
            JSON.textNode("-1"),
            JSON.textNode("Not A Name"),
            JSON.textNode("a.b/c"),
            JSON.textNode("100%"),
            JSON.textNode("Always"),
            JSON.textNode("2026-01-01T00:00:00Z"),
            JSON.numberNode(0),
            JSON.numberNode(-7),
            JSON.numberNode(70_000),
            JSON.numberNode(1L << 40),
            JSON.numberNode(0.5),
            JSON.booleanNode(true),
            JSON.nullNode(),
            JSON.objectNode(),
            JSON.arrayNode(),
            JSON.objectNode().put("requests", 1),
            JSON.arrayNode().add("x").add("x"));

    private final List<ObjectNode> seeds = new ArrayList<>();
    private final Random random;

    GeneratedManifests(Path seedFile, long seed) throws IOException {
        var mapper = new ObjectMapper();
        for (var line : Files.readAllLines(seedFile)) {
            var text = line.replace("NAME", "name").replace("CLIENT", "client");
            if (mapper.readTree(text) instanceof ObjectNode object && object.has("kind")) seeds.add(object);
        }
        random = new Random(seed);
    }

    /** The seeds as they are first, then changed ones. */
    ObjectNode number(int index) {
        var object = seeds.get(index % seeds.size()).deepCopy();
        if (index < seeds.size()) return object;
        for (var changes = 1 + random.nextInt(3); changes > 0; changes--) change(object);
        return object;
    }

    private void change(ObjectNode object) {
        JsonNode place = object;
        var depth = 1 + random.nextInt(8);
        for (var i = 0; i < depth; i++) {
            var child = child(place);
            if (child == null || !child.isContainerNode() || child.isEmpty()) break;
            place = child;
        }
        switch (place) {
            case ObjectNode node -> changeFields(node);
            case ArrayNode list when !list.isEmpty() -> change(list);
            default -> {}
        }
    }

    private JsonNode child(JsonNode place) {
        if (place.isEmpty()) return place;
        var index = random.nextInt(place.size());
        if (place.isArray()) return place.get(index);
        var names = new ArrayList<String>();
        place.fieldNames().forEachRemaining(names::add);
        return place.get(names.get(index));
    }

    private void changeFields(ObjectNode node) {
        var names = new ArrayList<String>();
        node.fieldNames().forEachRemaining(names::add);
        // Without these two nobody knows what it is.
        if (node.has("apiVersion")) names.removeAll(List.of("apiVersion", "kind"));
        if (names.isEmpty()) return;
        var name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(4)) {
            case 0 -> node.remove(name);
            case 1 -> node.put("unknown" + random.nextInt(3), "x");
            default -> node.set(name, value());
        }
    }

    private void change(ArrayNode list) {
        var index = random.nextInt(list.size());
        switch (random.nextInt(3)) {
            case 0 -> list.remove(index);
            case 1 -> list.add(list.get(index).deepCopy());
            default -> list.set(index, value());
        }
    }

    private JsonNode value() {
        return VALUES.get(random.nextInt(VALUES.size())).deepCopy();
    }
}
