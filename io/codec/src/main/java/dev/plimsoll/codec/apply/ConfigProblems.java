package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What makes it impossible to say which entries of lists a configuration means. */
final class ConfigProblems {
    private final List<String> problems = new ArrayList<>();

    private ConfigProblems() {}

    static List<String> of(ObjectNode config, Shape shape) {
        var found = new ConfigProblems();
        if (!ManagedFields.of(config).entries().isEmpty()) found.problems.add("metadata.managedFields must be nil");
        found.check(config, shape, "");
        return found.problems;
    }

    private void check(JsonNode node, Shape shape, String path) {
        if (shape.isAtomic() || shape instanceof Shape.Free) return;
        if (node instanceof ObjectNode object) {
            for (var entry : object.properties()) {
                check(entry.getValue(), shape.member(entry.getKey()), path + "." + entry.getKey());
            }
        } else if (node instanceof ArrayNode list && shape instanceof Shape.ListOf of) {
            checkItems(list, of, path);
        }
    }

    private void checkItems(ArrayNode list, Shape.ListOf shape, String path) {
        var steps = new HashSet<String>();
        for (var i = 0; i < list.size(); i++) {
            var step = Items.step(list.get(i), shape.rule());
            if (step.isEmpty()) {
                problems.add(path + ": element " + i + ": " + lacking(list.get(i), shape.rule()));
            } else if (!steps.add(step.get().wire())) {
                problems.add(path + ": duplicate entries for key " + step.get());
            } else {
                check(list.get(i), shape.element(), path + step.get());
            }
        }
    }

    private static String lacking(JsonNode item, ListRule rule) {
        if (rule instanceof ListRule.Keyed(var keys)) {
            for (var key : keys) {
                if (!item.has(key.name()) && key.fallback().isEmpty()) {
                    return "associative list with keys has an element that omits key field \"" + key.name() + "\"";
                }
            }
        }
        return "associative list has an element that has no key";
    }
}
