package dev.plimsoll.objects.tree;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.workloads.IntOrString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads members of an object inside a document. {@code null} is the same as absent, and so is a member of a type that cannot be meant. Whoever
 * wants to know what is wrong with a document asks {@link dev.plimsoll.codec.view.PodReader} and its like.
 */
public final class DocumentFields {
    private DocumentFields() {}

    /** Whether it is given. */
    public static boolean has(JsonNode node, String name) {
        return node.hasNonNull(name);
    }

    /** Empty where it is not given. */
    public static String text(JsonNode node, String name) {
        return node.path(name).asText("");
    }

    public static String text(JsonNode node, String name, String absent) {
        return node.path(name).asText(absent);
    }

    public static boolean flag(JsonNode node, String name) {
        return node.path(name).asBoolean();
    }

    public static int integer(JsonNode node, String name, int absent) {
        return node.path(name).asInt(absent);
    }

    public static long number(JsonNode node, String name, long absent) {
        return node.path(name).asLong(absent);
    }

    public static @Nullable Integer integerOrNull(JsonNode node, String name) {
        var member = node.path(name);
        return member.isNumber() ? member.asInt() : null;
    }

    public static @Nullable Long numberOrNull(JsonNode node, String name) {
        var member = node.path(name);
        return member.isNumber() ? member.asLong() : null;
    }

    /** Empty where it is not given, or no time. */
    public static Optional<Instant> time(JsonNode node, String name) {
        return Timestamps.parse(text(node, name));
    }

    public static Instant timeOrEpoch(JsonNode node, String name) {
        return time(node, name).orElse(Instant.EPOCH);
    }

    public static List<String> texts(JsonNode node, String name) {
        var texts = new ArrayList<String>();
        for (var item : node.path(name)) texts.add(item.asText(""));
        return texts;
    }

    public static Map<String, String> textMap(JsonNode node, String name) {
        var texts = new HashMap<String, String>();
        for (var entry : node.path(name).properties()) {
            texts.put(entry.getKey(), entry.getValue().asText(""));
        }
        return texts;
    }

    public static <T> List<T> list(JsonNode node, String name, Function<JsonNode, T> reader) {
        var values = new ArrayList<T>();
        for (var item : node.path(name)) values.add(reader.apply(item));
        return List.copyOf(values);
    }

    /** A number or a percentage. */
    public static IntOrString intOrString(JsonNode node, String name) {
        var value = node.path(name);
        if (value.isMissingNode() || value.isNull()) return new IntOrString.Absent();
        return value.isIntegralNumber() ? new IntOrString.Int(value.asLong()) : new IntOrString.Text(value.asText());
    }
}
