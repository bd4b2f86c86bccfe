package dev.plimsoll.client.cache;

import dev.plimsoll.client.ObjectName;
import java.util.function.Function;

/** What happened to the objects that somebody follows. */
public sealed interface CacheChange<T> {
    record Added<T>(ObjectName name, T now) implements CacheChange<T> {}

    record Updated<T>(ObjectName name, T before, T now) implements CacheChange<T> {}

    /** Gone, or gone from what is followed. */
    record Removed<T>(ObjectName name, T before) implements CacheChange<T> {}

    /** Everything that was there at the beginning has been told. */
    record Synced<T>() implements CacheChange<T> {}

    /** The same change, seen as something else. */
    default <R> CacheChange<R> map(Function<? super T, ? extends R> view) {
        return switch (this) {
            case Added<T>(var name, var now) -> new Added<>(name, view.apply(now));
            case Updated<T>(var name, var before, var now) -> new Updated<>(name, view.apply(before), view.apply(now));
            case Removed<T>(var name, var before) -> new Removed<>(name, view.apply(before));
            case Synced<T> _ -> new Synced<>();
        };
    }
}
