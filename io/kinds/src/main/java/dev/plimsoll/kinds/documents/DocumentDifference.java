package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Where two documents differ, for a refusal. */
final class DocumentDifference {
    private static final int MOST = 10;

    private DocumentDifference() {}

    /** The paths of fields that differ, in order, the first ten of them. */
    static String of(JsonNode before, JsonNode after) {
        var paths = new ArrayList<String>();
        collect("", before, after, paths);
        var shown = paths.subList(0, Math.min(MOST, paths.size()));
        return String.join(", ", shown) + (paths.size() > MOST ? ", ..." : "");
    }

    private static void collect(String path, JsonNode before, JsonNode after, List<String> paths) {
        if (before.equals(after)) return;
        if (!before.isObject() || !after.isObject()) {
            paths.add(path);
            return;
        }
        var names = new TreeSet<String>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        for (var name : names)
            collect(path.isEmpty() ? name : path + "." + name, before.path(name), after.path(name), paths);
    }
}
