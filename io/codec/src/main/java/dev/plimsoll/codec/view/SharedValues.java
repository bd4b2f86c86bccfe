package dev.plimsoll.codec.view;

import org.jspecify.annotations.Nullable;

/**
 * Values of which many are equal, such as what the pods of one template have in common: each is kept once.
 *
 * <p>A table without locks, see {@link Repeated}: an overwritten entry costs memory and nothing else.
 */
final class SharedValues<T> {
    private static final int SLOTS = 1024;

    private final @Nullable Object[] slots = new Object[SLOTS];

    @SuppressWarnings("unchecked") // only values of T go in
    T of(T value) {
        var hash = value.hashCode();
        var slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        var known = slots[slot];
        if (known != null && known.equals(value)) return (T) known;
        slots[slot] = value;
        return value;
    }
}
