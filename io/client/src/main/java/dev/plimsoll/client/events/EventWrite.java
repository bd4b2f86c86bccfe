package dev.plimsoll.client.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;

/** What is to be done about an occurrence. */
sealed interface EventWrite {
    /** A new event. */
    record Create(EventKey key, ObjectNode event) implements EventWrite {}

    /**
     * The same as an event before: its count goes up.
     *
     * @param event the whole event, in case that the one before is gone
     */
    record CountUp(EventKey key, ObjectName name, ObjectNode patch, ObjectNode event) implements EventWrite {}

    /** Too many about this object. */
    record Drop() implements EventWrite {}
}
