package dev.plimsoll.codec.jsonpath;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A path such as {@code .status.conditions[?(@.type=="Ready")].status}: members, places, all entries, and those that say something. */
public record JsonPath(String text, List<Step> steps) {
    public JsonPath {
        steps = List.copyOf(steps);
    }

    /** One step from values to what is in them. */
    public sealed interface Step {
        record Member(String name) implements Step {}

        /** Negative places count from the end. */
        record Place(int index) implements Step {}

        record Every() implements Step {}

        /** Entries whose value at a path is, or is not, a text. */
        record Where(List<Step> path, boolean equal, String value) implements Step {}
    }

    /** Empty if that is no path. */
    public static Optional<JsonPath> parse(String text) {
        return new PathParser(text).path().map(steps -> new JsonPath(text, steps));
    }

    /** The first value that the path leads to; a missing node if there is none. */
    public JsonNode first(JsonNode document) {
        var found = found(List.of(document), steps);
        return found.isEmpty() ? MissingNode.getInstance() : found.getFirst();
    }

    /** The names of a path that has nothing but names; empty of any other. */
    public Optional<List<String>> names() {
        var names = new ArrayList<String>();
        for (var step : steps) {
            if (!(step instanceof Step.Member(var name))) return Optional.empty();
            names.add(name);
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    private static List<JsonNode> found(List<JsonNode> start, List<Step> steps) {
        var values = start;
        for (var step : steps) {
            var next = new ArrayList<JsonNode>();
            for (var value : values) into(value, step, next);
            values = next;
        }
        return values;
    }

    private static void into(JsonNode value, Step step, List<JsonNode> next) {
        switch (step) {
            case Step.Member(var name) -> {
                if (value.has(name)) next.add(value.get(name));
            }
            case Step.Place(var index) -> {
                var place = index < 0 ? value.size() + index : index;
                if (value.isArray() && place >= 0 && place < value.size()) next.add(value.get(place));
            }
            case Step.Every() -> value.forEach(next::add);
            case Step.Where(var path, var equal, var wanted) -> {
                for (var entry : value) {
                    var found = found(List.of(entry), path);
                    var same = !found.isEmpty() && found.getFirst().asText().equals(wanted);
                    if (!found.isEmpty() && same == equal) next.add(entry);
                }
            }
        }
    }
}
