package dev.plimsoll.codec.json;

/** Where values end in JSON that was written by this project, without reading them. */
public final class JsonSpan {
    private JsonSpan() {}

    /** The place after the object or list that begins at a place; -1 if it does not end before the limit. */
    public static int end(byte[] bytes, int start, int limit) {
        var depth = 0;
        var isText = false;
        for (var i = start; i < limit; i++) {
            var b = bytes[i];
            if (isText) {
                if (b == '\\') i++;
                else if (b == '"') isText = false;
            } else if (b == '"') isText = true;
            else if (b == '{' || b == '[') depth++;
            else if ((b == '}' || b == ']') && --depth == 0) return i + 1;
        }
        return -1;
    }
}
