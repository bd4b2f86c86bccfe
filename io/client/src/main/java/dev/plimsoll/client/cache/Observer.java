package dev.plimsoll.client.cache;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;

/** Hears of what a cache cannot put right by itself. */
public interface Observer {
    /** An object came that has no view; the last good view of it, if any, stays. */
    void unreadable(ObjectName name, String why);

    /** A list or watch failed and is tried again. */
    void trouble(ApiResource resource, String problem);

    /** After trouble a watch has begun again: the cache follows the server as before. */
    default void recovered(ApiResource resource) {}

    /** A handler threw: a mistake in it. The other handlers are told all the same. */
    void defect(RuntimeException exception);
}
