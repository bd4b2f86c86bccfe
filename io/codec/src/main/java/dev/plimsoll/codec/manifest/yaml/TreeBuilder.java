package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Done;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Failed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;

/**
 * Builds the trees of one source from the parser's events.
 *
 * <p>It works on events, not on the library's composed nodes, for three reasons: depth is bounded before anything
 * recurses, an alias still knows its own position, and no second tree is held in memory.
 */
final class TreeBuilder {
    private final String source;
    private final Iterator<Event> events;
    private final ManifestLimits limits;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private long values;
    private long aliasedValues;
    private long aliasedCharacters;

    TreeBuilder(String source, Iterator<Event> events, ManifestLimits limits) {
        this.source = source;
        this.events = events;
        this.limits = limits;
    }

    /** Reads the content of one document, whose first event has just been taken from the events. */
    ReadResult<Tree> document(Event first) {
        anchors.clear();
        return value(first, 0);
    }

    Event next() {
        return events.next();
    }

    /** @param depth how many objects and lists this value lies in */
    ReadResult<Tree> value(Event event, int depth) {
        if (event instanceof AliasEvent alias) return aliased(alias, depth);
        if (++values > limits.values()) return failed(event, ProblemText.tooManyValues(limits.values()));
        return switch (event) {
            case ScalarEvent scalar -> remembered(scalar.getAnchor(), scalar(scalar));
            case SequenceStartEvent start -> {
                open(start.getAnchor());
                yield remembered(start.getAnchor(), list(start, depth));
            }
            case MappingStartEvent start -> {
                open(start.getAnchor());
                yield remembered(start.getAnchor(), object(start, depth));
            }
            default -> throw new IllegalStateException("no value starts with " + event.getEventId());
        };
    }

    /** Reads a key: a scalar, or an alias of one. Keys are not counted as values. */
    ReadResult<Tree> key(Event event, int depth) {
        return switch (event) {
            case ScalarEvent scalar -> remembered(scalar.getAnchor(), scalar(scalar));
            case AliasEvent alias -> aliased(alias, depth);
            default -> failed(event, ProblemText.KEY_NOT_SCALAR);
        };
    }

    ManifestProblem problem(Event at, String text) {
        return new ManifestProblem.InText(source, Position.of(at.getStartMark()), text);
    }

    ManifestProblem duplicate(Position at, String key, Position first) {
        return new ManifestProblem.DuplicateKey(source, at, key, first);
    }

    private ReadResult<Tree> failed(Event at, String text) {
        return new Failed<>(problem(at, text));
    }

    private ReadResult<Tree> scalar(ScalarEvent event) {
        return switch (ScalarReader.read(event)) {
            case Scalar.Value(var node) -> new Done<>(Tree.leaf(node, Position.of(event.getStartMark())));
            case Scalar.Unusable(var reason) -> failed(event, reason);
        };
    }

    private ReadResult<Tree> list(SequenceStartEvent start, int depth) {
        if (depth >= limits.depth()) return failed(start, ProblemText.tooDeep(limits.depth()));
        var list = JsonNodeFactory.instance.arrayNode();
        var places = new ArrayList<PositionTree>();
        var size = new Size();
        for (var event = next(); !(event instanceof SequenceEndEvent); event = next()) {
            switch (value(event, depth + 1)) {
                case Failed<Tree> failed -> {
                    return failed;
                }
                case Done<Tree>(var entry) -> {
                    list.add(entry.value());
                    places.add(entry.place());
                    size.add(entry);
                }
            }
        }
        var place = new PositionTree(Position.of(start.getStartMark()), Map.of(), places);
        return new Done<>(size.of(list, place));
    }

    private ReadResult<Tree> object(MappingStartEvent start, int depth) {
        if (depth >= limits.depth()) return failed(start, ProblemText.tooDeep(limits.depth()));
        var fields = new Fields(this, depth + 1);
        for (var key = next(); !(key instanceof MappingEndEvent); key = next()) {
            var refused = fields.read(key);
            if (refused.isPresent()) return new Failed<>(refused.get());
        }
        return new Done<>(fields.tree(Position.of(start.getStartMark())));
    }

    private ReadResult<Tree> aliased(AliasEvent alias, int depth) {
        var name = alias.getAlias().getValue();
        var anchored = anchors.getOrDefault(name, Anchored.Unknown.UNKNOWN);
        return switch (anchored) {
            case Anchored.Unknown _ -> failed(alias, ProblemText.unknownAnchor(name));
            case Anchored.Open _ -> failed(alias, ProblemText.anchorWithinItself(name));
            case Anchored.Complete(var tree) -> {
                values += tree.values();
                aliasedValues += tree.values();
                aliasedCharacters += tree.characters();
                if (values > limits.values() || aliasedValues > limits.aliasedValues()) {
                    yield failed(alias, ProblemText.tooManyAliased(limits.aliasedValues()));
                }
                if (aliasedCharacters > limits.bytes()) {
                    yield failed(alias, ProblemText.tooLongAliased(limits.bytes()));
                }
                if (depth + tree.height() > limits.depth()) yield failed(alias, ProblemText.tooDeep(limits.depth()));
                var place = tree.place().seenFrom(Position.of(alias.getStartMark()));
                JsonNode copy = tree.value().deepCopy();
                yield new Done<>(new Tree(copy, place, tree.values(), tree.characters(), tree.height()));
            }
        };
    }

    private void open(Optional<Anchor> anchor) {
        anchor.ifPresent(name -> anchors.put(name.getValue(), Anchored.Open.OPEN));
    }

    private ReadResult<Tree> remembered(Optional<Anchor> anchor, ReadResult<Tree> attempt) {
        if (attempt instanceof Done<Tree>(var tree)) {
            anchor.ifPresent(name -> anchors.put(name.getValue(), new Anchored.Complete(tree)));
        }
        return attempt;
    }

    /** What an anchor's name stands for at this point of the text. */
    private sealed interface Anchored {
        enum Unknown implements Anchored {
            UNKNOWN
        }

        /** Its value has begun and not ended: an alias here would contain itself. */
        enum Open implements Anchored {
            OPEN
        }

        record Complete(Tree tree) implements Anchored {}
    }
}
