package dev.plimsoll.store;

import java.util.List;

/** One piece of a watch. */
public sealed interface Delivery {
    /**
     * Events in the order of their revisions; at least one.
     *
     * @param through every event of the watch up to this revision has been delivered, these included: where to go on from
     */
    record Events(List<StoreEvent> events, long through) implements Delivery {
        public Events {
            events = List.copyOf(events);
        }
    }

    /** No event, and that says something: every event up to this revision has been delivered. */
    record Progress(long through) implements Delivery {}

    /** The last piece; every later call answers the same. */
    sealed interface Ended extends Delivery {}

    /** The reader fell behind the history that is kept, or asked for less: list again, at {@code oldest} or later. */
    record Compacted(long oldest) implements Ended {}

    /** The watch or its store was closed. */
    record Closed() implements Ended {}
}
