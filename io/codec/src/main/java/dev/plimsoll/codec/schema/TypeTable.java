package dev.plimsoll.codec.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the tables of types say. For most types the message of the same name says which fields there are; the tables add what a
 * message does not say. A type without a message is described as a whole.
 *
 * <p>A block is a heading and indented lines. Headings: {@code type NAME [atomic]}, where a name that two groups have comes with its
 * group and version ({@code rbac.v1.Subject}), and {@code custom VERSION NAME} for a kind without a message.
 *
 * <p>A line about a field of a message: {@code NAME [MARK] [RULE...]}. Marks: {@code !}, even a blank object has the field;
 * {@code ?}, it has not, though it is a spec or status; {@code =VALUE}, what is written if the field has no value; {@code any}, of
 * whose content the server knows nothing. Rules: {@code map(KEYS)}, {@code set}, {@code atomic}, {@code granular} for owners;
 * {@code merge(KEY)}, {@code merge}, {@code replace}, {@code retainKeys} for strategic merge patches. Lists are atomic and
 * replaced, maps are granular, unless a rule says otherwise. {@code retainKeys} is for the writers of patches and changes nothing.
 *
 * <p>A line about fields of a type without a message: {@code SCALAR: NAME...}, or {@code NAME TYPE [RULE...]} where a type is a
 * scalar, a type's name, {@code []TYPE} or {@code {}TYPE}, with {@code !} in front as a mark.
 */
final class TypeTable {
    private final Map<String, Block> blocks = new HashMap<>();

    /** A heading and the lines below it. */
    record Block(boolean custom, String name, boolean atomic, List<List<String>> lines) {
        static final Block EMPTY = new Block(false, "", false, List.of());

        /** The words after the name of a field. */
        List<String> marks(String field) {
            for (var line : lines) {
                if (line.getFirst().equals(field)) return line.subList(1, line.size());
            }
            return List.of();
        }
    }

    static TypeTable read(String text) {
        var table = new TypeTable();
        @Nullable Block open = null;
        for (var line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) continue;
            if (!line.startsWith("  ")) {
                open = heading(line.split(" "));
                if (table.blocks.putIfAbsent(open.name(), open) != null) {
                    throw new IllegalArgumentException("two blocks named " + open.name());
                }
            } else if (open != null) {
                open.lines().add(List.of(line.strip().split("\\s+")));
            }
        }
        return table;
    }

    private static Block heading(String[] words) {
        return switch (words[0]) {
            case "type" -> new Block(false, words[1], words.length > 2 && words[2].equals("atomic"), new ArrayList<>());
            case "custom" -> new Block(true, Schema.key(words[1], words[2]), false, new ArrayList<>());
            default -> throw new IllegalArgumentException("not a heading: " + String.join(" ", words));
        };
    }

    Optional<Block> block(String name) {
        return Optional.ofNullable(blocks.get(name));
    }

    /** What is said about a message, by its group, version and name, or by its name alone. */
    Block about(String message) {
        var name = message.lastIndexOf('.');
        var version = message.lastIndexOf('.', name - 1);
        var group = message.lastIndexOf('.', version - 1);
        var qualified = blocks.get(message.substring(group + 1));
        return qualified != null ? qualified : blocks.getOrDefault(message.substring(name + 1), Block.EMPTY);
    }

    /** Kinds that are described as a whole, by version and name. */
    List<String> customKinds() {
        return blocks.values().stream().filter(Block::custom).map(Block::name).toList();
    }
}
