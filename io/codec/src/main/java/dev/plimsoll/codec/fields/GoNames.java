package dev.plimsoll.codec.fields;

import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the Go types of the API say beyond the schema, as the table beside this class lists it: the names of types of text, and which
 * fields a struct has from another inside it.
 */
final class GoNames {
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, String> inlined = new HashMap<>();
    private final Map<String, String> pointers = new HashMap<>();
    private final Map<String, String> plain = new HashMap<>();

    private GoNames(String table) {
        for (var line : table.lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) add(List.of(line.split("\\s+")));
        }
    }

    static GoNames bundled() {
        return Bundled.NAMES;
    }

    private void add(List<String> words) {
        var struct = words.getFirst();
        switch (words.get(1)) {
            case "inline" -> {
                var path = words.get(2).substring(0, words.get(2).length() - 1);
                for (var field : words.subList(3, words.size())) once(inlined, key(struct, field), path);
            }
            case "pointer" -> marked(pointers, words);
            case "plain" -> marked(plain, words);
            default -> {
                for (var pair : words.subList(1, words.size())) {
                    var equals = pair.indexOf('=');
                    once(types, key(struct, pair.substring(0, equals)), pair.substring(equals + 1));
                }
            }
        }
    }

    private static void marked(Map<String, String> table, List<String> words) {
        for (var field : words.subList(2, words.size())) once(table, key(words.getFirst(), field), field);
    }

    private static void once(Map<String, String> table, String key, String value) {
        if (table.put(key, value) != null) throw new IllegalArgumentException("twice in the table: " + key);
    }

    /** The type of a field of text, or of the texts in a list of them; empty if it is plain text. */
    String typeOf(String struct, String field) {
        return find(types, struct, field);
    }

    /** A field's steps in a path: its name, behind that of the struct which it really belongs to. */
    String stepsOf(String struct, String field) {
        var inside = find(inlined, struct, field);
        return inside.isEmpty() ? field : inside + "." + field;
    }

    /** Whether an empty text counts as given. */
    boolean isPointer(String struct, String field) {
        return !find(pointers, struct, field).isEmpty();
    }

    /** Whether zero and false are the same as none. */
    boolean isPlain(String struct, String field) {
        return !find(plain, struct, field).isEmpty();
    }

    /** The lines that are about no field of any kind, for the test of the table. */
    List<String> unknown(Collection<KindShape> kinds) {
        var fields = new HashSet<String>();
        var seen = new HashSet<Shape>();
        for (var kind : kinds) collect(kind.shape(), fields, seen);
        var keys = new TreeSet<String>();
        for (var table : List.of(types, inlined, pointers, plain)) keys.addAll(table.keySet());
        keys.removeAll(fields);
        return List.copyOf(keys);
    }

    private static void collect(Shape shape, Set<String> fields, Set<Shape> seen) {
        switch (shape) {
            case Shape.Struct struct -> {
                if (!seen.add(struct)) return;
                for (var field : struct.fields().values()) {
                    fields.add(key(struct.name(), field.name()));
                    fields.add(key(struct.simpleName(), field.name()));
                    collect(field.shape(), fields, seen);
                }
            }
            case Shape.MapOf(var value, var _) -> collect(value, fields, seen);
            case Shape.ListOf(var element, var _) -> collect(element, fields, seen);
            case Shape.Scalar _, Shape.Free _ -> {}
        }
    }

    /** A type has a line of its own, or one that it shares with those of the same name in other packages. */
    private static String find(Map<String, String> table, String struct, String field) {
        var own = table.get(key(struct, field));
        var simple = struct.substring(struct.lastIndexOf('.') + 1);
        return own != null ? own : table.getOrDefault(key(simple, field), "");
    }

    private static String key(String struct, String field) {
        return struct + " " + field;
    }

    private static final class Bundled {
        static final GoNames NAMES = new GoNames(text());

        private static String text() {
            try (var stream = GoNames.class.getResourceAsStream("go.names")) {
                if (stream == null) throw new IllegalStateException("no table of Go names");
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
