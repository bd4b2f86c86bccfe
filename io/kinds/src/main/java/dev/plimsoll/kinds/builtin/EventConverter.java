package dev.plimsoll.kinds.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.VersionConverter;
import java.util.Map;

/**
 * An Event is one object with two faces. It is stored as core/v1 has it; events.k8s.io/v1 has other names for some of its fields,
 * and says the same.
 */
final class EventConverter implements VersionConverter {
    private static final String API_VERSION = "events.k8s.io/v1";

    /** The names of events.k8s.io, and those of core. */
    private static final Map<String, String> CORE_NAMES = Map.of(
            "regarding", "involvedObject",
            "note", "message",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count",
            "reportingController", "reportingComponent");

    @Override
    public void show(ObjectNode stored) {
        CORE_NAMES.forEach((newer, core) -> rename(stored, core, newer));
        stored.put("apiVersion", API_VERSION);
    }

    @Override
    public ObjectNode store(ObjectNode shown) {
        var copy = shown.objectNode();
        copy.setAll(shown);
        CORE_NAMES.forEach((newer, core) -> rename(copy, newer, core));
        copy.put("apiVersion", "v1");
        return copy;
    }

    private static void rename(ObjectNode event, String from, String to) {
        var value = event.remove(from);
        if (value != null) event.set(to, value);
    }
}
