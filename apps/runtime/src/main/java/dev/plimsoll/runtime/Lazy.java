package dev.plimsoll.runtime;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when somebody first asks for it, once. */
public final class Lazy<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T made;

    private Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    public static <T> Lazy<T> of(Supplier<T> maker) {
        return new Lazy<>(maker);
    }

    public T get() {
        var known = made;
        if (known != null) return known;
        synchronized (this) {
            known = made;
            if (known == null) {
                known = maker.get();
                made = known;
            }
            return known;
        }
    }

    /** Hands the value over if there is one. */
    public void ifMade(Consumer<T> action) {
        var known = made;
        if (known != null) action.accept(known);
    }
}
