package dev.plimsoll.codec.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The fields that a write can own. Patterns are names with dots between them; {@code *} is any one step. */
public sealed interface OwnershipFilter {
    static OwnershipFilter everything() {
        return new Except(List.of());
    }

    /** Everything outside these fields. */
    static OwnershipFilter except(String... patterns) {
        return new Except(parse(patterns));
    }

    /** Nothing but these fields and what is inside them. */
    static OwnershipFilter only(String... patterns) {
        return new Only(parse(patterns));
    }

    record Except(List<List<String>> patterns) implements OwnershipFilter {}

    record Only(List<List<String>> patterns) implements OwnershipFilter {}

    /** The members of an object that are left out, if that is all that the filter says. */
    default Optional<List<String>> members() {
        if (!(this instanceof Except(var patterns))) return Optional.empty();
        var members = new ArrayList<String>(patterns.size());
        for (var pattern : patterns) {
            if (pattern.size() != 1 || pattern.contains("*")) return Optional.empty();
            members.add(pattern.getFirst());
        }
        return Optional.of(members);
    }

    default FieldSet apply(FieldSet set) {
        if (set.isEmpty()) return set;
        return switch (this) {
            case Except(var patterns) -> patterns.isEmpty() ? set : filtered(set, patterns, false);
            case Only(var patterns) -> filtered(set, patterns, true);
        };
    }

    private static FieldSet filtered(FieldSet set, List<List<String>> patterns, boolean keepMatches) {
        var children = new TreeMap<PathElement, FieldSet>();
        for (Map.Entry<PathElement, FieldSet> entry : set.children().entrySet()) {
            var rests = rests(patterns, entry.getKey());
            if (rests.isEmpty()) {
                // no pattern says anything about what is inside
                if (!keepMatches) children.put(entry.getKey(), entry.getValue());
                continue;
            }
            var matches = rests.contains(List.<String>of());
            if (matches && keepMatches) children.put(entry.getKey(), entry.getValue());
            if (!matches) children.put(entry.getKey(), filtered(entry.getValue(), rests, keepMatches));
        }
        return FieldSet.of(set.self() && !keepMatches, children);
    }

    /** What is left of each pattern after a step. */
    private static List<List<String>> rests(List<List<String>> patterns, PathElement step) {
        List<List<String>> rests = List.of();
        for (var pattern : patterns) {
            if (pattern.isEmpty()) continue;
            var first = pattern.getFirst();
            if (first.equals("*") || (step instanceof PathElement.Name(var name, var _) && name.equals(first))) {
                if (rests.isEmpty()) rests = new ArrayList<>();
                rests.add(pattern.subList(1, pattern.size()));
            }
        }
        return rests;
    }

    private static List<List<String>> parse(String... patterns) {
        var parsed = new ArrayList<List<String>>();
        for (var pattern : patterns) parsed.add(List.of(pattern.split("\\.", -1)));
        return List.copyOf(parsed);
    }
}
