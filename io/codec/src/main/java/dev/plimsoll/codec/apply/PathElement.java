package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/** One step of the way to a field: by name, or to an entry of a list by key, value or place. */
public sealed interface PathElement extends Comparable<PathElement> {
    /**
     * A member by its name.
     *
     * @param wire the name in FieldsV1
     */
    record Name(String name, String wire) implements PathElement {
        /** Names of fields are few; those of labels and the like are not kept beyond these. */
        private static final int MOST_KEPT = 4_000;

        private static final int LONGEST_KEPT = 100;
        private static final Map<String, Name> KEPT = new ConcurrentHashMap<>();

        static Name of(String name) {
            var known = KEPT.get(name);
            if (known != null) return known;
            var step = new Name(name, "f:" + name);
            if (name.length() <= LONGEST_KEPT && KEPT.size() < MOST_KEPT) KEPT.put(name, step);
            return step;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name(var that, var _) && name.equals(that);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return "." + name;
        }
    }

    /**
     * An entry by the fields that tell it apart.
     *
     * @param json the fields as a JSON object, by which steps are compared
     * @param wire the name in FieldsV1
     */
    record Key(SortedMap<String, JsonNode> values, String json, String wire) implements PathElement {
        public Key {
            values = Collections.unmodifiableSortedMap(values);
        }

        /** The map is not changed after this. */
        static Key of(SortedMap<String, JsonNode> values) {
            var json = new StringBuilder("{");
            values.forEach((name, value) -> {
                if (json.length() > 1) json.append(',');
                append(json, name);
                json.append(':');
                if (value.isTextual()) append(json, value.textValue());
                else if (value.isIntegralNumber() || value.isBoolean()) json.append(value.asText());
                else json.append(value);
            });
            var text = json.append('}').toString();
            return new Key(values, text, "k:" + text);
        }

        /** Jackson starts a generator for each text that it quotes; nearly all keys are plain words. */
        private static void append(StringBuilder json, String text) {
            if (isPlain(text)) json.append('"').append(text).append('"');
            else json.append(TextNode.valueOf(text));
        }

        private static boolean isPlain(String text) {
            for (var i = 0; i < text.length(); i++) {
                var c = text.charAt(i);
                if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
            }
            return true;
        }

        @Override
        public String toString() {
            var text = new StringJoiner(",", "[", "]");
            values.forEach((name, value) -> text.add(name + "=" + value));
            return text.toString();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key(var _, var that, var _) && json.equals(that);
        }

        @Override
        public int hashCode() {
            return json.hashCode();
        }
    }

    record Value(JsonNode value) implements PathElement {
        @Override
        public String wire() {
            return "v:" + value;
        }

        @Override
        public String toString() {
            return "[=" + value + "]";
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Value(var that) && value.toString().equals(that.toString());
        }

        @Override
        public int hashCode() {
            return value.toString().hashCode();
        }
    }

    record Index(int at) implements PathElement {
        @Override
        public String wire() {
            return "i:" + at;
        }

        @Override
        public String toString() {
            return "[" + at + "]";
        }
    }

    /** The name in FieldsV1. Steps are equal if these are. */
    String wire();

    private int rank() {
        return switch (this) {
            case Name _ -> 0;
            case Key _ -> 1;
            case Value _ -> 2;
            case Index _ -> 3;
        };
    }

    /** The order of two steps of one type as they are on the wire: as texts, but numbers in keys by what they are worth. */
    static int compareWire(String one, String two) {
        var same = 0;
        var shorter = Math.min(one.length(), two.length());
        while (same < shorter && one.charAt(same) == two.charAt(same)) same++;
        if (same == shorter || !one.startsWith("k:")) return one.compareTo(two);
        var start = same;
        while (start > 0 && isDigit(one, start - 1)) start--;
        var isNumber = start > 1 && one.charAt(start - 1) == ':' && one.charAt(start - 2) == '"';
        if (!isNumber) return one.compareTo(two);
        var order = Integer.compare(digits(one, start), digits(two, start));
        return order == 0 ? one.compareTo(two) : order;
    }

    private static int digits(String text, int start) {
        var end = start;
        while (isDigit(text, end)) end++;
        return end - start;
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    @Override
    default int compareTo(PathElement other) {
        // Asked for each step of each set, so that the two common cases come first and without a switch.
        if (this instanceof Name one && other instanceof Name two) return one.name.compareTo(two.name);
        if (this instanceof Key one && other instanceof Key two) return compareWire(one.wire, two.wire);
        return switch (this) {
            case Value(var value)
            when other instanceof Value(var that) -> value.toString().compareTo(that.toString());
            case Index(var at) when other instanceof Index(var that) -> Integer.compare(at, that);
            case Name _, Key _, Value _, Index _ -> Integer.compare(rank(), other.rank());
        };
    }
}
