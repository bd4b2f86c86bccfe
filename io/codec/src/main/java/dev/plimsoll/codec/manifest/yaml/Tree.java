package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.manifest.problem.Position;

/**
 * A value that has been read, with what repeating it would cost.
 *
 * @param values how many values it holds, itself included
 * @param characters of its texts and names, repeated ones as often as they are repeated
 * @param height how many objects and lists lie within one another in it
 */
public record Tree(JsonNode value, PositionTree place, int values, long characters, int height) {
    static Tree leaf(JsonNode value, Position position) {
        return new Tree(value, PositionTree.of(position), 1, value.asText().length(), 0);
    }
}
