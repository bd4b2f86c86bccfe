package dev.plimsoll.codec.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the applier reads when others own fields that it wants to change. */
final class ConflictText {
    private ConflictText() {}

    static String manager(ManagedEntry entry) {
        var text = new StringBuilder("\"").append(entry.manager()).append('"');
        if (!entry.subresource().isEmpty()) {
            text.append(" with subresource \"").append(entry.subresource()).append('"');
        }
        if (entry.operation() == ManagedEntry.Operation.UPDATE)
            text.append(" using ").append(entry.apiVersion());
        return text.toString();
    }

    /** Of all conflicts, the given ones are named. */
    static String message(List<Conflict> conflicts, int all) {
        if (conflicts.size() == 1) {
            var only = conflicts.getFirst();
            return "Apply failed with 1 conflict: conflict with " + only.manager() + ": " + only.path();
        }
        var byManager = new TreeMap<String, List<String>>();
        for (var conflict : conflicts) {
            byManager
                    .computeIfAbsent(conflict.manager(), _ -> new ArrayList<>())
                    .add(conflict.path());
        }
        var lines = new ArrayList<String>();
        byManager.forEach((manager, paths) -> {
            lines.add("conflicts with " + manager + ":");
            for (var path : paths) lines.add("- " + path);
        });
        return "Apply failed with " + all + " conflicts: " + String.join("\n", lines);
    }
}
