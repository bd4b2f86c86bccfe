package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One step of the way to a field: by name, or to an entry of a list by key, value or place. */
public sealed interface Step extends Comparable<Step> {
    record Name(String name) implements Step {
        @Override
        public String wire() {
            return "f:" + name;
        }

        @Override
        public String toString() {
            return "." + name;
        }
    }

    record Key(SortedMap<String, JsonNode> values) implements Step {
        public Key {
            values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        }

        @Override
        public String wire() {
            return "k:{" + joined(":", true) + "}";
        }

        @Override
        public String toString() {
            return "[" + joined("=", false) + "]";
        }

        private String joined(String between, boolean quoted) {
            return values.entrySet().stream()
                    .map(entry -> name(entry, quoted) + between + entry.getValue())
                    .collect(Collectors.joining(","));
        }

        private static String name(Map.Entry<String, JsonNode> entry, boolean quoted) {
            return quoted ? TextNode.valueOf(entry.getKey()).toString() : entry.getKey();
        }
    }

    record Value(JsonNode value) implements Step {
        @Override
        public String wire() {
            return "v:" + value;
        }

        @Override
        public String toString() {
            return "[=" + value + "]";
        }
    }

    record Index(int at) implements Step {
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
    default int compareTo(Step other) {
        var byRank = Integer.compare(rank(), other.rank());
        if (byRank != 0) return byRank;
        if (this instanceof Index(var at) && other instanceof Index(var place)) return Integer.compare(at, place);
        return wire().compareTo(other.wire());
    }
}
