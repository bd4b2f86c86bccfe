package dev.plimsoll.client.cache;

import dev.plimsoll.client.ObjectName;

/** What happened to the objects that somebody follows. */
public sealed interface CacheChange<T> {
    record Added<T>(ObjectName name, T now) implements CacheChange<T> {}

    record Updated<T>(ObjectName name, T before, T now) implements CacheChange<T> {}

    /** Gone, or gone from what is followed. */
    record Removed<T>(ObjectName name, T before) implements CacheChange<T> {}

    /** Everything that was there at the beginning has been told. */
    record Synced<T>() implements CacheChange<T> {}
}
