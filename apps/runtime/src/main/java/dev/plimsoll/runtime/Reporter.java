package dev.plimsoll.runtime;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Observer;

/** Hears of what people should know of a program: what is tried again or passed over, and what is a mistake of ours. A log. */
public interface Reporter extends ErrorReporter, Observer {
    /** A mistake of ours; the loop goes on. */
    void defect(String where, RuntimeException exception);

    @Override
    default void unreadable(ObjectName name, String why) {
        tell(name + " cannot be read and is left alone: " + why);
    }

    @Override
    default void trouble(ApiResource resource, String problem) {
        tell(resource + ": " + problem);
    }

    @Override
    default void defect(RuntimeException exception) {
        defect("while following objects", exception);
    }
}
