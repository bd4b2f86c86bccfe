package dev.plimsoll.client.cache;

/**
 * Somebody who follows objects. Called one change at a time, on the thread that owns the cache or, for what was there before,
 * on the one that subscribes; it must not wait, so a loop with state of its own only puts the change into its queue.
 */
@FunctionalInterface
public interface Handler<T> {
    void changed(CacheChange<T> change);
}
