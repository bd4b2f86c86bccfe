package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Observer;

/** Hears of what people may want to know and nobody waits for. */
public interface ControllerReporter extends Observer {
    /** Something failed and is tried again. */
    void trouble(String where, String problem);

    /** A mistake of ours; the loop goes on. */
    void defect(String where, RuntimeException exception);

    @Override
    default void unreadable(ObjectName name, String why) {
        trouble(name.toString(), why);
    }

    @Override
    default void trouble(ApiResource resource, String problem) {
        trouble(resource.toString(), problem);
    }

    @Override
    default void defect(RuntimeException exception) {
        defect("a handler", exception);
    }
}
