package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/** One step of the way to a field: by name, or to an entry of a list by key, value or place. */
public sealed interface PathElement extends Comparable<PathElement> {
    record Name(String name) implements PathElement {
        @Override
        public String wire() {
            return "f:" + name;
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
     */
    record Key(SortedMap<String, JsonNode> values, String json) implements PathElement {
        public Key {
            values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        }

        static Key of(SortedMap<String, JsonNode> values) {
            var json = new StringBuilder("{");
            values.forEach((name, value) -> {
                if (json.length() > 1) json.append(',');
                append(json, name);
                json.append(':');
                if (value.isTextual()) append(json, value.textValue());
                else json.append(value);
            });
            return new Key(values, json.append('}').toString());
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
        public String wire() {
            return "k:" + json;
        }

        @Override
        public String toString() {
            var text = new StringJoiner(",", "[", "]");
            values.forEach((name, value) -> text.add(name + "=" + value));
            return text.toString();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key(var _, var that) && json.equals(that);
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

    @Override
    default int compareTo(PathElement other) {
        return switch (this) {
            case Name(var name) when other instanceof Name(var that) -> name.compareTo(that);
            case Key(var _, var json) when other instanceof Key(var _, var that) -> json.compareTo(that);
            case Value(var value)
            when other instanceof Value(var that) -> value.toString().compareTo(that.toString());
            case Index(var at) when other instanceof Index(var that) -> Integer.compare(at, that);
            case Name _, Key _, Value _, Index _ -> Integer.compare(rank(), other.rank());
        };
    }
}
