package dev.plimsoll.snapshot.tree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents of which many are alike, such as pods of one template. Equal parts become one part, from the leaves up, so that two
 * objects are compared by what they hold and not by its depth. Nobody can change what it gives.
 *
 * <p>For one thread.
 */
public final class SharedTrees {
    private static final int SLOTS = 1 << 17;
    private static final int SHAPES = 1 << 12;

    /** Larger ones are rarely the same twice, and cost the most to compare. */
    private static final int LARGEST = 64;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String[] NO_NAMES = {};

    /** An object or list that was read: its hash, the names of its members and their values. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes them
    private record Part(int hash, boolean isList, String[] names, JsonNode[] values, JsonNode node) {}

    private final LeftOutFields leftOut;
    private final SharedTexts texts = new SharedTexts();
    private final @Nullable Part[] parts = new @Nullable Part[SLOTS];
    private final String[] @Nullable [] shapes = new String[SHAPES] @Nullable [];
    private final List<Frame> frames = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private long retained;
    private int depth;
    private int hash;

    public SharedTrees(LeftOutFields leftOut) {
        this.leftOut = leftOut;
    }

    /** About how many bytes all trees take that it has read. */
    public long retained() {
        return retained + texts.retained();
    }

    /** What is wrong with amounts of the documents since the last call, each with its path. */
    public List<String> takeProblems() {
        if (problems.isEmpty()) return List.of();
        var taken = List.copyOf(problems);
        problems.clear();
        return taken;
    }

    /** Forgets what a text left behind that ended early. */
    public void begin() {
        depth = 0;
        problems.clear();
    }

    /** The same document with parts that it shares with others. */
    public ObjectNode share(ObjectNode document) throws IOException {
        try (var parser = document.traverse()) {
            parser.nextToken();
            return (ObjectNode) read(parser, "");
        }
    }

    /** An object with these members. */
    public ObjectNode object(List<String> names, List<JsonNode> values) {
        retained += 64 + 8L * names.size();
        return new ObjectNode(NODES, new CompactMembers(names.toArray(String[]::new), values.toArray(JsonNode[]::new)));
    }

    /**
     * The value at whose first token a parser stands; then it stands at its last.
     *
     * @param holder the name of the member that the value is, or of the list that it is in
     */
    public JsonNode read(JsonParser parser, String holder) throws IOException {
        var token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser, holder);
            case START_ARRAY -> array(parser, holder);
            case VALUE_STRING -> {
                var text = texts.read(parser);
                hash = text.textValue().hashCode();
                yield text;
            }
            default -> scalar(parser, token);
        };
    }

    private JsonNode scalar(JsonParser parser, JsonToken token) throws IOException {
        JsonNode node = switch (token) {
            case VALUE_NUMBER_INT ->
                switch (parser.getNumberType()) {
                    case INT -> NODES.numberNode(parser.getIntValue());
                    case LONG -> NODES.numberNode(parser.getLongValue());
                    default -> NODES.numberNode(parser.getBigIntegerValue());
                };
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            default -> NODES.nullNode();
        };
        hash = node.hashCode();
        return node;
    }

    /** Members or items of one object or list while it is read; each depth has one of its own. */
    private static final class Frame {
        private String[] names = new String[16];
        private JsonNode[] values = new JsonNode[16];
        private int size;

        void add(String name, JsonNode value) {
            if (size == names.length) {
                names = Arrays.copyOf(names, size * 2);
                values = Arrays.copyOf(values, size * 2);
            }
            names[size] = name;
            values[size++] = value;
        }
    }

    private Frame enter() {
        if (frames.size() == depth) frames.add(new Frame());
        var frame = frames.get(depth++);
        frame.size = 0;
        return frame;
    }

    private JsonNode object(JsonParser parser, String holder) throws IOException {
        var frame = enter();
        var own = 17;
        var known = problems.size();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (leftOut.contains(holder, name)) {
                parser.skipChildren();
                continue;
            }
            var value = read(parser, name);
            if (holder.equals("annotations") && value.isTextual() && LeftOutFields.isObject(value.textValue()))
                continue;
            frame.add(name, value);
            own = 31 * own + (name.hashCode() ^ hash * 0x9E3779B9);
        }
        depth--;
        if (AmountFields.contains(holder)) checkAmounts(frame, holder);
        var names = shape(frame);
        return part(frame, false, names, own, problems.size() == known);
    }

    private JsonNode array(JsonParser parser, String holder) throws IOException {
        var frame = enter();
        var own = 19;
        var known = problems.size();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            frame.add("", read(parser, holder));
            own = 31 * own + hash * 0x9E3779B9;
        }
        depth--;
        return part(frame, true, NO_NAMES, own, problems.size() == known);
    }

    private void checkAmounts(Frame frame, String holder) {
        for (var i = 0; i < frame.size; i++) {
            var problem = AmountFields.problem(frame.values[i]);
            if (!problem.isEmpty()) problems.add(holder + "." + frame.names[i] + ": " + problem);
        }
    }

    private String[] shape(Frame frame) {
        var names = 0;
        for (var i = 0; i < frame.size; i++) names = 31 * names + frame.names[i].hashCode();
        var slot = (names ^ (names >>> 12)) & (SHAPES - 1);
        var known = shapes[slot];
        if (known != null && Arrays.equals(known, 0, known.length, frame.names, 0, frame.size)) return known;
        var fresh = Arrays.copyOf(frame.names, frame.size);
        // Of two members with one name readers would see one or the other.
        var once = HashSet.<String>newHashSet(fresh.length);
        for (var name : fresh) if (!once.add(name)) problems.add("\"" + name + "\" is there twice");
        if (once.size() == fresh.length) shapes[slot] = fresh;
        return fresh;
    }

    /** @param isSound a part with a problem is read anew each time, so that the problem is found each time */
    private JsonNode part(Frame frame, boolean isList, String[] names, int own, boolean isSound) {
        hash = own;
        var slot = (own ^ (own >>> 15)) & (SLOTS - 1);
        var known = parts[slot];
        if (isSound && known != null && known.hash == own && known.isList == isList && isSame(known, frame, names))
            return known.node;
        var values = Arrays.copyOf(frame.values, frame.size);
        retained += 64 + 8L * values.length;
        JsonNode node = isList
                ? new ArrayNode(NODES, List.of(values))
                : new ObjectNode(NODES, new CompactMembers(names, values));
        if (isSound && frame.size <= LARGEST) parts[slot] = new Part(own, isList, names, values, node);
        return node;
    }

    @SuppressWarnings("ReferenceEquality") // what is equal was made the same before
    private static boolean isSame(Part known, Frame frame, String[] names) {
        if (known.values.length != frame.size) return false;
        if (known.names != names && !Arrays.equals(known.names, names)) return false;
        for (var i = 0; i < frame.size; i++) {
            var one = known.values[i];
            var other = frame.values[i];
            if (one != other && (one.isContainerNode() || !one.equals(other))) return false;
        }
        return true;
    }
}
