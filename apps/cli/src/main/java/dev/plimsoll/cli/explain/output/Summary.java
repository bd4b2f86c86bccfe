package dev.plimsoll.cli.explain.output;

import dev.plimsoll.cli.explain.items.Item;
import java.util.ArrayList;
import java.util.List;

/** All objects in one line: {@code 9 valid, 2 refused, 1 warning}. */
public final class Summary {
    private Summary() {}

    public static String of(List<Item> items, int unreadable) {
        var refused = items.stream().filter(item -> item.verdict().isRefused()).count();
        var warnings = items.stream()
                .mapToInt(item -> item.verdict().warnings().size())
                .sum();
        var parts = new ArrayList<String>();
        parts.add(items.size() - refused + " valid");
        parts.add(refused + " refused");
        if (warnings > 0) parts.add(warnings == 1 ? "1 warning" : warnings + " warnings");
        if (unreadable > 0) parts.add(unreadable + " unreadable");
        return String.join(", ", parts);
    }
}
