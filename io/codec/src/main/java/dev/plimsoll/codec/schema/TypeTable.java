package dev.plimsoll.codec.schema;

import dev.plimsoll.codec.schema.KindShape.Origin;
import dev.plimsoll.codec.schema.Shape.ListRule;
import dev.plimsoll.codec.schema.Shape.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The text form of the schema.
 *
 * <p>A block is a heading and indented fields. Headings: {@code type NAME [atomic]}, {@code kind VERSION NAME},
 * {@code custom VERSION NAME}. Fields: {@code SCALAR: NAME...} for plain values, or {@code NAME TYPE [RULE...]}.
 * Types: a scalar, a type's name, {@code []TYPE}, {@code {}TYPE}; an exclamation mark in front means that even a blank
 * object has the field. Rules: {@code map(KEYS)}, {@code set}, {@code atomic} for owners; {@code merge(KEY)},
 * {@code merge}, {@code replace}, {@code retainKeys} for strategic merge patches. Lists are atomic and replaced, maps
 * are granular, unless a rule says otherwise. {@code retainKeys} is for the writers of patches and changes nothing here.
 */
final class TypeTable {
    private final SequencedMap<String, Block> blocks = new LinkedHashMap<>();
    private final Map<String, Struct> structs = new HashMap<>();

    private record Block(Heading heading, List<String> lines) {}

    private record Heading(String role, String apiVersion, String name, boolean atomic) {
        boolean isKind() {
            return !role.equals("type");
        }

        String key() {
            return isKind() ? Schema.key(apiVersion, name) : name;
        }
    }

    static TypeTable read(String text) {
        var table = new TypeTable();
        for (var line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) continue;
            if (line.startsWith("  "))
                table.blocks.lastEntry().getValue().lines().add(line.strip());
            else table.open(heading(line.split(" ")));
        }
        return table;
    }

    private void open(Heading heading) {
        var earlier = blocks.putIfAbsent(heading.key(), new Block(heading, new ArrayList<>()));
        if (earlier != null) throw new IllegalArgumentException("two blocks named " + heading.key());
    }

    private static Heading heading(String[] words) {
        return switch (words[0]) {
            case "type" -> new Heading("type", "", words[1], words.length > 2 && words[2].equals("atomic"));
            case "kind", "custom" -> new Heading(words[0], words[1], words[2], false);
            default -> throw new IllegalArgumentException("not a heading: " + String.join(" ", words));
        };
    }

    Map<String, KindShape> kinds() {
        var kinds = new LinkedHashMap<String, KindShape>();
        for (var block : blocks.values()) {
            var heading = block.heading();
            if (!heading.isKind()) continue;
            var origin = heading.role().equals("kind") ? Origin.BUILT_IN : Origin.CUSTOM;
            kinds.put(
                    heading.key(), new KindShape(heading.apiVersion(), heading.name(), struct(heading.key()), origin));
        }
        return kinds;
    }

    /** The struct of that name; a kind of the core group can be used as a type by its bare name. */
    Struct struct(String name) {
        var known = structs.get(name);
        if (known != null) return known;
        var block = blocks.get(name);
        if (block == null) block = blocks.get(Schema.key("v1", name));
        if (block == null) throw new IllegalArgumentException("no type named " + name);
        var fields = new HashMap<String, Field>();
        if (block.heading().isKind()) {
            add(fields, scalar("apiVersion", Shape.Scalar.STRING));
            add(fields, scalar("kind", Shape.Scalar.STRING));
        }
        for (var line : block.lines()) addAll(fields, line);
        var struct = Struct.of(block.heading().name(), block.heading().atomic(), fields);
        structs.put(name, struct);
        return struct;
    }

    private void addAll(Map<String, Field> fields, String line) {
        var words = line.split("\\s+");
        if (!words[0].endsWith(":")) {
            add(fields, field(words));
            return;
        }
        var shape = shape(words[0].substring(0, words[0].length() - 1), ListRule.ATOMIC, false);
        for (var name : Arrays.asList(words).subList(1, words.length)) add(fields, scalar(name, shape));
    }

    private static void add(Map<String, Field> fields, Field field) {
        if (fields.put(field.name(), field) != null) throw new IllegalArgumentException("two fields " + field.name());
    }

    private static Field scalar(String name, Shape shape) {
        return new Field(name, shape, PatchRule.PLAIN, false);
    }

    private Field field(String[] words) {
        var rule = ListRule.ATOMIC;
        var atomic = false;
        var patch = PatchRule.PLAIN;
        for (var word : Arrays.asList(words).subList(2, words.length)) {
            if (word.startsWith("map(")) rule = new ListRule.Keyed(keys(inside(word)));
            else if (word.equals("set")) rule = ListRule.SET;
            else if (word.equals("atomic")) atomic = true;
            else if (word.startsWith("merge(")) patch = PatchRule.merge(inside(word));
            else if (word.equals("merge")) patch = PatchRule.merge("");
            else if (word.equals("replace")) patch = PatchRule.REPLACE;
            else if (!word.equals("retainKeys")) throw new IllegalArgumentException("not a rule: " + word);
        }
        var inBlank = words[1].startsWith("!");
        return new Field(words[0], shape(inBlank ? words[1].substring(1) : words[1], rule, atomic), patch, inBlank);
    }

    private Shape shape(String word, ListRule rule, boolean atomic) {
        if (word.startsWith("[]")) return new Shape.ListOf(shape(word.substring(2), ListRule.ATOMIC, false), rule);
        if (word.startsWith("{}")) return new Shape.MapOf(shape(word.substring(2), ListRule.ATOMIC, false), atomic);
        for (var scalar : Shape.Scalar.values()) {
            if (scalar.word().equals(word)) return scalar;
        }
        return struct(word);
    }

    private static List<ListRule.Key> keys(String text) {
        var keys = new ArrayList<ListRule.Key>();
        for (var key : text.split(",", -1)) {
            var equals = key.indexOf('=');
            keys.add(
                    equals < 0
                            ? new ListRule.Key(key, "")
                            : new ListRule.Key(key.substring(0, equals), key.substring(equals + 1)));
        }
        return keys;
    }

    private static String inside(String word) {
        return word.substring(word.indexOf('(') + 1, word.length() - 1);
    }
}
