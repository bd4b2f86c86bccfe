package dev.plimsoll.codec.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The spelling in which quantities are kept. A cluster's pods repeat a few hundred texts: those that were read last are kept with their spelling, in a
 * table without locks. Threads may overwrite each other's entries, which costs a second parse and nothing else.
 */
public final class CanonicalQuantities {
    private static final int SLOTS = 1024;
    private static final int LONGEST = 32;

    private static final @Nullable Spelling[] KNOWN = new @Nullable Spelling[SLOTS];

    private CanonicalQuantities() {}

    private record Spelling(String text, TextNode canonical) {}

    /** The quantity as it is kept; one that is malformed stays as it is. */
    public static JsonNode of(JsonNode given) {
        var text = given.asText();
        var slot = slot(text);
        var known = KNOWN[slot];
        if (known != null && known.text().equals(text)) return known.canonical();
        return switch (Quantity.parse(text.strip())) {
            case ParsedQuantity.Parsed(var quantity) -> {
                var canonical = TextNode.valueOf(quantity.roundedUpToMilli().toString());
                if (text.length() <= LONGEST) KNOWN[slot] = new Spelling(text, canonical);
                yield canonical;
            }
            case ParsedQuantity.Malformed _ -> given;
        };
    }

    /** Whether a text was found to be a quantity before; false if that is not known. */
    static boolean isKnown(String text) {
        var known = KNOWN[slot(text)];
        return known != null && known.text().equals(text);
    }

    private static int slot(String text) {
        var hash = text.hashCode();
        return (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }
}
