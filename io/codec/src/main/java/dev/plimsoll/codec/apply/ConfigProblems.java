package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.codec.schema.Shape.ListRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a configuration from being one of its kind, in the words of Kubernetes: fields that the kind does not have, values of
 * another type, entries of lists that cannot be told apart.
 */
final class ConfigProblems {
    /** Nobody reads more. */
    private static final int MOST = 100;

    private final boolean isTyped;
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

    private ConfigProblems(boolean isTyped) {
        this.isTyped = isTyped;
    }

    /**
     * All problems as one text. The values of kinds with a definition are not looked at: they are checked against its schema
     * later.
     */
    static Optional<String> of(ObjectNode config, KindShape kind) {
        var found = new ConfigProblems(kind.takesStrategicPatches());
        found.check(config, kind.shape(), new Way(null, ""));
        return switch (found.problems.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(found.problems.getFirst());
            default -> Optional.of("errors:\n  " + String.join("\n  ", found.problems));
        };
    }

    private void check(JsonNode node, Shape shape, Way path) {
        if (node.isNull() || problems.size() >= MOST) return;
        switch (shape) {
            case Shape.Scalar scalar -> ScalarType.problem(node, scalar).ifPresent(problem -> report(path, problem));
            case Shape.Struct struct -> {
                if (node instanceof ObjectNode object) members(object, struct, path);
                else report(path, ScalarType.expected("map", node));
            }
            case Shape.MapOf(var value, var _) -> {
                if (!(node instanceof ObjectNode object)) {
                    report(path, ScalarType.expected("map", node));
                    return;
                }
                for (var entry : object.properties()) {
                    check(entry.getValue(), value, new Way(path, "." + entry.getKey()));
                }
            }
            case Shape.ListOf list -> {
                if (node instanceof ArrayNode items) items(items, list, path);
                else report(path, ScalarType.expected("list", node));
            }
            case Shape.Free _ -> {}
        }
    }

    /** A problem of types. */
    private void report(Way path, String problem) {
        if (isTyped) problems.add(path + ": " + problem);
    }

    private void members(ObjectNode object, Shape.Struct struct, Way path) {
        for (var entry : object.properties()) {
            var inside = new Way(path, "." + entry.getKey());
            if (struct.knows(entry.getKey())) check(entry.getValue(), struct.member(entry.getKey()), inside);
            else if (!struct.isOpen()) problems.add(inside + ": field not declared in schema");
        }
    }

    private void items(ArrayNode list, Shape.ListOf shape, Way path) {
        if (shape.isAtomic()) {
            for (var i = 0; i < list.size(); i++) check(list.get(i), shape.element(), new Way(path, "[" + i + "]"));
            return;
        }
        var steps = new HashSet<String>();
        for (var i = 0; i < list.size() && problems.size() < MOST; i++) {
            var step = Items.step(list.get(i), shape.rule());
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
                    return "associative list with keys has an element that omits key field \"" + key.name()
                            + "\" (and doesn't have default value)";
                }
            }
        }
        return "associative list has an element that has no key";
    }
}
