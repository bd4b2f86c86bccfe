package dev.plimsoll.codec.json;

import com.fasterxml.jackson.databind.JsonNode;

/** JSON as Go's encoder writes it: with the characters escaped that mean something in HTML or end a line in JavaScript. */
public final class GoJson {
    private GoJson() {}

    public static String text(JsonNode value) {
        // They can stand in texts only.
        return value.toString()
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
