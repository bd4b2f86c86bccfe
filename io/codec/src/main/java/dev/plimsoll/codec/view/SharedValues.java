package dev.plimsoll.codec.view;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values of which many are equal, such as what the pods of one template have in common: each is kept once, for as long as somebody has it.
 *
 * <p>A table without locks, see {@link Repeated}: an overwritten entry costs memory and nothing else.
 */
public final class SharedValues<T> {
    private static final int FEW = 1 << 10;

    private final AtomicReferenceArray<@Nullable WeakReference<T>> slots;

    SharedValues() {
        this(FEW);
    }

    /** @param slots how many values it remembers, a power of two */
    public SharedValues(int slots) {
        if (Integer.bitCount(slots) != 1) throw new IllegalArgumentException("not a power of two: " + slots);
        this.slots = new AtomicReferenceArray<>(slots);
    }

    /** The value that is kept; the same for all that are equal and of one type. */
    public <V extends T> V of(V value) {
        return of(value, UnaryOperator.identity());
    }

    /**
     * The same, of values that their owners may change.
     *
     * @param keeping makes an equal value that nobody changes, where none is kept yet
     */
    @SuppressWarnings("unchecked") // equal values are of the same type
    <V extends T> V of(V value, UnaryOperator<V> keeping) {
        var hash = value.hashCode();
        var slot = (hash ^ (hash >>> 16)) & (slots.length() - 1);
        var reference = slots.getAcquire(slot);
        var known = reference == null ? null : reference.get();
        if (known != null && known.equals(value)) return (V) known;
        var kept = keeping.apply(value);
        slots.setRelease(slot, new WeakReference<>(kept));
        return kept;
    }
}
