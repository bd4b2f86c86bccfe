package dev.plimsoll.apiserver.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.kinds.Kind;
import java.util.Map;

/**
 * An Event is one object with two faces. It is stored as core/v1 has it; events.k8s.io/v1 has other names for some of its fields,
 * and says the same.
 */
final class EventForms {
    private static final String NEWER_GROUP = "events.k8s.io";

    /** The names of events.k8s.io, and those of core. */
    private static final Map<String, String> CORE_NAMES = Map.of(
            "regarding", "involvedObject",
            "note", "message",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count",
            "reportingController", "reportingComponent");

    private EventForms() {}

    /** Whether a kind is the face that is not stored. */
    static boolean isNewer(Kind kind) {
        return kind.is(NEWER_GROUP, "Event");
    }

    /** The bytes of a stored event with the names of events.k8s.io. */
    static byte[] newer(Kind kind, byte[] stored) {
        var event = Json.tree(stored);
        CORE_NAMES.forEach((newer, core) -> rename(event, core, newer));
        event.put("apiVersion", kind.apiVersion());
        return Json.bytes(event);
    }

    /** A copy of an event with the names of core, ready to be stored; it shares its parts with the event. */
    static ObjectNode core(ObjectNode event) {
        var copy = event.objectNode();
        copy.setAll(event);
        CORE_NAMES.forEach((newer, core) -> rename(copy, newer, core));
        copy.put("apiVersion", "v1");
        return copy;
    }

    private static void rename(ObjectNode event, String from, String to) {
        var value = event.remove(from);
        if (value != null) event.set(to, value);
    }
}
