package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Predicate;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Decides what a scalar means: by its tag if it has one, as text if it is quoted, else by what it looks like. */
final class ScalarReader {
    private static final String CORE = "tag:yaml.org,2002:";
    private static final String MERGE_KEY = "<<";

    private ScalarReader() {}

    static Scalar read(ScalarEvent event) {
        var text = event.getValue();
        if (hasLoneSurrogate(text)) return new Scalar.Unusable(ProblemText.LONE_SURROGATE);
        var tag = event.getTag().orElse("");
        return switch (tag) {
            case "" -> event.isPlain() ? PlainScalar.resolve(text) : text(text);
            case CORE + "null" -> only(JsonNode::isNull, "null", text);
            case CORE + "bool" -> only(JsonNode::isBoolean, "bool", text);
            case CORE + "int" -> only(JsonNode::isIntegralNumber, "int", text);
            case CORE + "float" -> only(JsonNode::isNumber, "float", text);
            case CORE + "binary" -> binary(text);
            default -> text(text);
        };
    }

    /** Whether this key merges other objects into its own. */
    static boolean isMergeKey(ScalarEvent event) {
        if (!event.getValue().equals(MERGE_KEY)) return false;
        var tag = event.getTag().orElse("");
        return tag.equals(CORE + "merge") || (tag.isEmpty() && event.isPlain());
    }

    private static Scalar text(String text) {
        return new Scalar.Value(TextNode.valueOf(text));
    }

    private static Scalar only(Predicate<JsonNode> wanted, String tag, String text) {
        return switch (PlainScalar.resolve(text)) {
            case Scalar.Value(var node) when wanted.test(node) -> new Scalar.Value(node);
            case Scalar.Value _ -> new Scalar.Unusable(ProblemText.doesNotFitTag(text, tag));
            case Scalar.Unusable unusable -> unusable;
        };
    }

    private static Scalar binary(String text) {
        var letters = text.replaceAll("[ \n]", "");
        if (letters.length() % 4 != 0)
            return new Scalar.Unusable(ProblemText.NOT_BASE64); // Java's decoder does without padding
        try {
            var bytes = Base64.getDecoder().decode(letters);
            return text(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException _) {
            return new Scalar.Unusable(ProblemText.NOT_BASE64);
        } catch (CharacterCodingException _) {
            return new Scalar.Unusable(ProblemText.BINARY_NOT_TEXT);
        }
    }

    /** An escape such as \ud83d without its other half: no text that could be written out again. */
    private static boolean hasLoneSurrogate(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
