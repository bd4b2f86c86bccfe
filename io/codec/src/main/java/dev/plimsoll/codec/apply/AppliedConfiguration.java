package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.util.Optional;

/** A configuration that nobody owns: it is merged as server-side apply merges, and leaves no trace of who did it. */
public final class AppliedConfiguration {
    private AppliedConfiguration() {}

    /** What the configuration makes of the object. Values that are one thing to their owners can be set, but not merged. */
    public static ApplyOutcome laidOver(ObjectNode live, ObjectNode config, KindShape kind) {
        var problems = ConfigProblems.of(config, kind);
        if (problems.isPresent()) return new ApplyOutcome.Mistyped(problems.get());
        var whole = atomic(config, kind.shape(), "");
        if (whole.isPresent()) {
            return new ApplyOutcome.Refused("may not mutate atomic arrays, maps or structs: " + whole.get());
        }
        return new ApplyOutcome.Applied((ObjectNode) AppliedMerge.merged(live, config, kind.shape()));
    }

    /** The first list, map or struct in a configuration that would be replaced as a whole. */
    private static Optional<String> atomic(JsonNode value, Shape shape, String path) {
        if (shape instanceof Shape.Scalar || !value.isContainerNode()) return Optional.empty();
        if (shape.isAtomic()) return Optional.of(path);
        if (value instanceof ObjectNode object) {
            for (var entry : object.properties()) {
                var found = atomic(entry.getValue(), shape.member(entry.getKey()), path + "." + entry.getKey());
                if (found.isPresent()) return found;
            }
        } else if (shape instanceof Shape.ListOf list) {
            for (var i = 0; i < value.size(); i++) {
                var found = atomic(value.get(i), list.element(), path + "[" + i + "]");
                if (found.isPresent()) return found;
            }
        }
        return Optional.empty();
    }
}
