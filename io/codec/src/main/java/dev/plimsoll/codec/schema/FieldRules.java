package dev.plimsoll.codec.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the marks and rules of a line say.
 *
 * @param inBlank null if the line does not say
 */
record FieldRules(
        ListRule list,
        boolean atomic,
        boolean granular,
        boolean opaque,
        PatchRule patch,
        @Nullable Boolean inBlank,
        @Nullable JsonNode zero) {

    static FieldRules of(List<String> words) {
        var list = ListRule.ATOMIC;
        var atomic = false;
        var granular = false;
        var opaque = false;
        var patch = PatchRule.PLAIN;
        @Nullable Boolean inBlank = null;
        @Nullable JsonNode zero = null;
        for (var word : words) {
            if (word.equals("!")) inBlank = true;
            else if (word.equals("?")) inBlank = false;
            else if (word.startsWith("=")) {
                zero = zero(word.substring(1));
                inBlank = true;
            } else if (word.equals("any")) opaque = true;
            else if (word.startsWith("map(")) list = new ListRule.Keyed(keys(inside(word)));
            else if (word.equals("set")) list = ListRule.SET;
            else if (word.equals("atomic")) atomic = true;
            else if (word.equals("granular")) granular = true;
            else if (word.startsWith("merge(")) patch = PatchRule.merge(inside(word));
            else if (word.equals("merge")) patch = PatchRule.merge("");
            else if (word.equals("replace")) patch = PatchRule.REPLACE;
            else if (word.equals("retainKeys")) patch = patch.retainingKeys();
            else throw new IllegalArgumentException("not a rule: " + word);
        }
        return new FieldRules(list, atomic, granular, opaque, patch, inBlank, zero);
    }

    private static JsonNode zero(String word) {
        var nodes = JsonNodeFactory.instance;
        return switch (word) {
            case "0" -> nodes.numberNode(0);
            case "\"\"" -> nodes.textNode("");
            case "false" -> nodes.booleanNode(false);
            case "null" -> nodes.nullNode();
            default -> throw new IllegalArgumentException("not a zero: " + word);
        };
    }

    private static List<ListRule.Key> keys(String text) {
        var keys = new ArrayList<ListRule.Key>();
        for (var key : text.split(",", -1)) {
            var equals = key.indexOf('=');
            keys.add(
                    equals < 0
                            ? new ListRule.Key(key, "")
                            : new ListRule.Key(key.substring(0, equals), key.substring(equals + 1)));
        }
        return keys;
    }

    private static String inside(String word) {
        return word.substring(word.indexOf('(') + 1, word.length() - 1);
    }
}
