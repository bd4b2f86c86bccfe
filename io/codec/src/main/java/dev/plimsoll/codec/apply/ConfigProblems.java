package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What makes it impossible to say which entries of lists a configuration means: the first such problem. */
final class ConfigProblems {
    private final List<String> problems = new ArrayList<>();

    /** The way to a value; it is written out for a problem only. */
    private record Way(@Nullable Way before, String step) {
        private static final int LONGEST = 4_096;

        @Override
        public String toString() {
            var steps = new ArrayList<String>();
            for (var way = this; way != null; way = way.before) steps.add(way.step);
            var text = new StringBuilder();
            for (var each : steps.reversed()) {
                text.append(each, 0, Math.min(each.length(), LONGEST));
                if (text.length() > LONGEST) return text.substring(0, LONGEST) + "...";
            }
            return text.toString();
        }
    }

    private ConfigProblems() {}

    static List<String> of(ObjectNode config, Shape shape) {
        var found = new ConfigProblems();
        if (!ManagedFields.of(config).entries().isEmpty()) found.problems.add("metadata.managedFields must be nil");
        found.check(config, shape, new Way(null, ""));
        return found.problems;
    }

    private void check(JsonNode node, Shape shape, Way path) {
        if (!problems.isEmpty() || shape.isAtomic() || shape instanceof Shape.Free) return;
        if (node instanceof ObjectNode object) {
            for (var entry : object.properties()) {
                check(entry.getValue(), shape.member(entry.getKey()), new Way(path, "." + entry.getKey()));
            }
        } else if (node instanceof ArrayNode list && shape instanceof Shape.ListOf of) {
            checkItems(list, of, path);
        }
    }

    private void checkItems(ArrayNode list, Shape.ListOf shape, Way path) {
        var steps = new HashSet<String>();
        for (var i = 0; i < list.size(); i++) {
            var step = Items.step(list.get(i), shape.rule());
            if (!problems.isEmpty()) return;
            if (step.isEmpty()) {
                problems.add(path + ": element " + i + ": " + lacking(list.get(i), shape.rule()));
            } else if (!steps.add(step.get().wire())) {
                problems.add(path + ": duplicate entries for key " + step.get());
            } else {
                check(list.get(i), shape.element(), new Way(path, step.get().toString()));
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
