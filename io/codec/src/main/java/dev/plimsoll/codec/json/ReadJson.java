package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What reading a body gave. */
public sealed interface ReadJson {
    /**
     * The tree; of names that an object has twice, the last one counts.
     *
     * @param duplicates where such names stand, in the order of the text; no more than anybody reads
     */
    record Tree(JsonNode root, List<Trail> duplicates) implements ReadJson {
        public Tree {
            duplicates = List.copyOf(duplicates);
        }
    }

    /** Not JSON, or too deep (400). */
    record Malformed(String message) implements ReadJson {}

    /** More bytes than the limit (413). */
    record TooLarge(int limit) implements ReadJson {
        public String message() {
            return "Request entity too large: limit is " + limit;
        }
    }
}
