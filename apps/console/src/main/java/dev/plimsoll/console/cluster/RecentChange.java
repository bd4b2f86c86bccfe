package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import java.time.Instant;

/**
 * Something that happened to a pod or a node.
 *
 * @param object a node where its namespace is empty
 */
public record RecentChange(Instant when, ObjectName object, Kind kind, String text) {
    /** What kind of thing. */
    public enum Kind {
        RESIZE,
        RESTART,
        OOM,
        NODE,
        EVICTION
    }
}
