package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.JsonNode;

/** Counts what an object or a list holds while it is being read. */
final class Size {
    private int values = 1;
    private long characters;
    private int height = 0;

    void add(Tree part) {
        values += part.values();
        characters += part.characters();
        height = Math.max(height, part.height());
    }

    void addName(String name) {
        characters += name.length();
    }

    Tree of(JsonNode value, PositionTree place) {
        return new Tree(value, place, values, characters, height + 1);
    }
}
