package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Quantities and names that were read before. A cluster's pods repeat a few hundred texts; sharing the values saves memory,
 * parsing, and the cache misses of every later decision.
 *
 * <p>Two tables without locks: a slot holds the last value whose text fell into it. Threads may overwrite each other's entries,
 * which costs a second parse and nothing else, since entries and what they hold are immutable.
 */
final class Repeated {
    private static final int SLOTS = 1024;
    private static final int LONGEST = 64;

    private static final @Nullable Entry<ParsedQuantity>[] QUANTITIES = table();
    private static final @Nullable Entry<ResourceName>[] NAMES = table();

    private Repeated() {}

    private record Entry<T>(String text, T value) {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    private static <T> @Nullable Entry<T>[] table() {
        return (@Nullable Entry<T>[]) new Entry[SLOTS];
    }

    static ParsedQuantity quantity(String text) {
        var slot = slot(text);
        var entry = QUANTITIES[slot];
        if (entry != null && entry.text().equals(text)) return entry.value();
        var parsed = Quantity.parse(text);
        if (text.length() <= LONGEST) QUANTITIES[slot] = new Entry<>(text, parsed);
        return parsed;
    }

    static ResourceName name(String text) {
        var slot = slot(text);
        var entry = NAMES[slot];
        if (entry != null && entry.text().equals(text)) return entry.value();
        var name = ResourceName.of(text);
        if (text.length() <= LONGEST) NAMES[slot] = new Entry<>(text, name);
        return name;
    }

    private static int slot(String text) {
        var hash = text.hashCode();
        return (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }
}
