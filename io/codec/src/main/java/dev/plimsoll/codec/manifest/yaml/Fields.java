package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Done;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Failed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * The fields of one object while it is being read: keys are texts, each written once, merges applied in order.
 *
 * <p>A merge ({@code <<}) takes effect where it stands, as in kubectl: fields after it replace what it brought, and it
 * replaces fields before it. Of several objects in one merge the first wins.
 */
final class Fields {
    private final TreeBuilder builder;
    private final int depth;
    private final ObjectNode object = JsonNodeFactory.instance.objectNode();
    private final Map<String, PositionTree> places = new HashMap<>();
    private final Map<String, Position> written = new HashMap<>();
    private final Size size = new Size();

    Fields(TreeBuilder builder, int depth) {
        this.builder = builder;
        this.depth = depth;
    }

    Tree tree(Position start) {
        return size.of(object, new PositionTree(start, places, List.of()));
    }

    /** Reads one field, whose key has just been taken from the events; a problem ends the reading. */
    Optional<ManifestProblem> read(Event key) {
        var merges = key instanceof ScalarEvent scalar && ScalarReader.isMergeKey(scalar);
        return switch (name(key)) {
            case Failed<String>(var problem) -> Optional.of(problem);
            case Done<String>(var name) -> {
                var position = Position.of(key.getStartMark());
                var first = written.putIfAbsent(name, position);
                if (first != null) yield Optional.of(builder.duplicate(position, name, first));
                var start = builder.next();
                yield switch (builder.value(start, depth)) {
                    case Failed<Tree>(var problem) -> Optional.of(problem);
                    case Done<Tree>(var value) when merges -> merge(start, value);
                    case Done<Tree>(var value) -> {
                        size.add(value);
                        size.addName(name);
                        object.set(name, value.value());
                        places.put(name, value.place().seenFrom(position));
                        yield Optional.empty();
                    }
                };
            }
        };
    }

    private ReadResult<String> name(Event key) {
        return switch (builder.key(key, depth)) {
            case Failed<Tree>(var problem) -> new Failed<>(problem);
            case Done<Tree>(var tree)
            when tree.value().isTextual() -> new Done<>(tree.value().textValue());
            case Done<Tree>(var tree)
            when tree.value().isContainerNode() -> new Failed<>(builder.problem(key, ProblemText.KEY_NOT_SCALAR));
            case Done<Tree>(var tree) -> {
                var written = key instanceof ScalarEvent scalar
                        ? scalar.getValue()
                        : tree.value().asText();
                yield new Failed<>(builder.problem(key, ProblemText.keyNotText(written)));
            }
        };
    }

    private Optional<ManifestProblem> merge(Event at, Tree merged) {
        if (merged.value() instanceof ObjectNode fields) {
            take(fields, merged.place());
            size.add(merged);
            return Optional.empty();
        }
        if (!merged.value().isArray()) return refused(at, ProblemText.MERGE_NOT_OBJECT);
        for (var i = merged.value().size() - 1; i >= 0; i--) {
            if (!(merged.value().get(i) instanceof ObjectNode fields)) return refused(at, ProblemText.MERGE_NOT_OBJECT);
            take(fields, merged.place().entries().get(i));
        }
        size.add(merged);
        return Optional.empty();
    }

    private void take(ObjectNode fields, PositionTree place) {
        object.setAll(fields);
        places.putAll(place.fields());
    }

    private Optional<ManifestProblem> refused(Event at, String text) {
        return Optional.of(builder.problem(at, text));
    }
}
