package dev.plimsoll.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads one JSON value and nothing after it, remembering names that objects have twice. */
public final class StrictJson {
    public static final int DEFAULT_BYTES = 3 << 20;
    public static final int DEFAULT_DEPTH = 512;

    /** Nobody reads more. */
    static final int MOST_DUPLICATES = 100;

    /** Too deep, or a number of more than a thousand digits. */
    static final String BEYOND_LIMITS = "exceeded max depth";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final int mostBytes;
    private final boolean isDeep;
    private final JsonFactory factory;

    public StrictJson() {
        this(DEFAULT_BYTES, DEFAULT_DEPTH);
    }

    /** Reads at most that many bytes, and objects and lists at most that deep within one another. */
    public StrictJson(int mostBytes, int mostDepth) {
        this.mostBytes = mostBytes;
        this.isDeep = mostDepth > PlainJson.MOST_DEPTH;
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(mostDepth)
                        .maxNameLength(mostBytes)
                        .maxStringLength(mostBytes)
                        .maxNumberLength(1000)
                        .build())
                .build();
    }

    public ReadJson read(byte[] body) {
        if (body.length > mostBytes) return new ReadJson.TooLarge(mostBytes);
        // Nearly all bodies are plain, and what is not is read from the beginning.
        var plain = isDeep ? PlainJson.spaced(body) : null;
        if (plain != null) return new ReadJson.Tree(plain, List.of());
        // Bytes that are no UTF-8 become replacement characters.
        var text = new String(body, StandardCharsets.UTF_8);
        // A character outside the basic plane takes four bytes or two escapes: where there are neither, no text can
        // hold half of one.
        var mayHoldHalves = text.length() != body.length || text.contains("\\u");
        return new Reader(mayHoldHalves).read(factory, text);
    }

    /** Jackson only says that something is wrong; clients know other words for it. */
    private static ReadJson malformed(String text) {
        return new ReadJson.Malformed(JsonSyntax.problem(text).orElse("invalid JSON"));
    }

    /** One reading of one text. */
    private static final class Reader {
        private final boolean mayHoldHalves;
        private final List<Trail> duplicates = new ArrayList<>();

        Reader(boolean mayHoldHalves) {
            this.mayHoldHalves = mayHoldHalves;
        }

        ReadJson read(JsonFactory factory, String text) {
            try (var parser = factory.createParser(text)) {
                if (parser.nextToken() == null) return malformed(text);
                var root = value(parser);
                if (parser.nextToken() != null) return malformed(text);
                return new ReadJson.Tree(root, duplicates);
            } catch (Unrepresentable e) {
                return new ReadJson.Malformed(e.text);
            } catch (StreamConstraintsException _) {
                return new ReadJson.Malformed(JsonSyntax.problem(text).orElse(BEYOND_LIMITS));
            } catch (IOException _) {
                return malformed(text);
            }
        }

        private JsonNode value(JsonParser parser) throws IOException {
            return switch (parser.currentToken()) {
                case START_OBJECT -> object(parser);
                case START_ARRAY -> list(parser);
                case VALUE_STRING -> NODES.textNode(wellFormed(parser.getText()));
                case VALUE_NUMBER_INT ->
                    switch (parser.getNumberType()) {
                        case INT -> NODES.numberNode(parser.getIntValue());
                        case LONG -> NODES.numberNode(parser.getLongValue());
                        default -> NODES.numberNode(parser.getBigIntegerValue());
                    };
                case VALUE_NUMBER_FLOAT -> fraction(parser);
                case VALUE_TRUE -> NODES.booleanNode(true);
                case VALUE_FALSE -> NODES.booleanNode(false);
                default -> NODES.nullNode();
            };
        }

        private ObjectNode object(JsonParser parser) throws IOException {
            var object = NODES.objectNode();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = wellFormed(parser.currentName());
                if (object.has(name) && duplicates.size() < MOST_DUPLICATES)
                    duplicates.add(trail(parser.getParsingContext()));
                parser.nextToken();
                object.set(name, value(parser));
            }
            return object;
        }

        /** The way to where the parser stands; few documents have a name twice. */
        private Trail trail(JsonStreamContext context) {
            var parent = context.getParent();
            if (parent == null) return Trail.ROOT;
            var before = trail(parent);
            return context.inArray()
                    ? before.entry(context.getCurrentIndex())
                    : before.member(wellFormed(context.getCurrentName()));
        }

        private ArrayNode list(JsonParser parser) throws IOException {
            var list = NODES.arrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(parser));
            }
            return list;
        }

        private static JsonNode fraction(JsonParser parser) throws IOException {
            var number = parser.getDoubleValue();
            if (Double.isInfinite(number)) {
                throw new Unrepresentable(
                        "json: cannot unmarshal number " + parser.getText() + " into Go value of type float64");
            }
            return NODES.numberNode(number);
        }

        /** Halves of surrogate pairs cannot be sent again; they become replacement characters. */
        private String wellFormed(String text) {
            if (!mayHoldHalves) return text;
            for (var i = 0; i < text.length(); i++) {
                if (Character.isSurrogate(text.charAt(i))) return replacingHalves(text);
            }
            return text;
        }

        private static String replacingHalves(String text) {
            var whole = new StringBuilder(text.length());
            text.codePoints().forEach(point -> {
                var half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
                whole.appendCodePoint(half ? 0xFFFD : point);
            });
            return whole.toString();
        }
    }

    /** A value that no tree can hold; it never leaves this class. */
    private static final class Unrepresentable extends IOException {
        private static final long serialVersionUID = 1;

        private final String text;

        Unrepresentable(String text) {
            super(text);
            this.text = text;
        }
    }
}
