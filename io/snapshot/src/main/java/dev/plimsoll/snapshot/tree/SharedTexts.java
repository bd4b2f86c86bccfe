package dev.plimsoll.snapshot.tree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Texts that many documents have in common. A known text is found before a string is made of what was read.
 *
 * <p>A table without chains: a text that takes the place of another costs memory later on, and nothing else.
 */
final class SharedTexts {
    private static final int SLOTS = 1 << 16;
    private static final int LONGEST = 128;

    private final @Nullable TextNode[] texts = new @Nullable TextNode[SLOTS];
    private long retained;

    /** The text at which a parser stands. */
    TextNode read(JsonParser parser) throws IOException {
        var length = parser.getTextLength();
        if (length > LONGEST) return fresh(parser.getText());
        var characters = parser.getTextCharacters();
        var offset = parser.getTextOffset();
        var hash = 0;
        for (var i = 0; i < length; i++) hash = 31 * hash + characters[offset + i];
        var slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        var known = texts[slot];
        if (known != null && isText(known.textValue(), characters, offset, length)) return known;
        var text = fresh(parser.getText());
        texts[slot] = text;
        return text;
    }

    private TextNode fresh(String text) {
        retained += 64L + text.length();
        return TextNode.valueOf(text);
    }

    private static boolean isText(String text, char[] characters, int offset, int length) {
        if (text.length() != length) return false;
        for (var i = 0; i < length; i++) if (text.charAt(i) != characters[offset + i]) return false;
        return true;
    }

    /** About how many bytes its texts take. */
    long retained() {
        return retained;
    }
}
