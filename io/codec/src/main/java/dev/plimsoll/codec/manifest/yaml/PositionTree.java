package dev.plimsoll.codec.manifest.yaml;

import dev.plimsoll.codec.manifest.problem.Position;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a value and everything within it stand: the shape of the document, with positions in place of values. */
public record PositionTree(Position position, Map<String, PositionTree> fields, List<PositionTree> entries) {
    static PositionTree of(Position position) {
        return new PositionTree(position, Map.of(), List.of());
    }

    /** The same contents, found by looking at another place: a field is shown at its key, not at its value. */
    PositionTree seenFrom(Position other) {
        return new PositionTree(other, fields, entries);
    }

    /** The field or list entry of that name; a list knows its entries by their number. */
    @Nullable
    public PositionTree child(String name) {
        var field = fields.get(name);
        if (field != null || entries.isEmpty()) return field;
        var index = index(name);
        return index < 0 || index >= entries.size() ? null : entries.get(index);
    }

    private static int index(String name) {
        // Nine digits always fit; a longer number is larger than any list.
        if (name.isEmpty() || name.length() > 9) return -1;
        var index = 0;
        for (var i = 0; i < name.length(); i++) {
            var digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            index = 10 * index + digit;
        }
        return index;
    }
}
