package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ObjectName;

/** Brings objects of one kind closer to what they should be, one at a time. */
public interface Controller extends AutoCloseable {
    /** As its queue is called in metrics. */
    String name();

    /** Begins to put into the queue whatever may need a look. */
    void follow(WorkQueue queue);

    /** Looks at one object. No two threads look at the same one at the same time. */
    ReconcileResult reconcile(ObjectName key);

    /** Ends what it began besides. */
    @Override
    default void close() {}
}
