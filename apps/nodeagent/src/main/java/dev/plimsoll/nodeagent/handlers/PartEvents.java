package dev.plimsoll.nodeagent.handlers;

import dev.plimsoll.core.model.ObjectMeta;

/** Users, who are told of parts of pods. */
public interface PartEvents {
    /** @param part such as {@code spec.containers{web}} */
    void tell(ObjectMeta pod, String part, boolean isWarning, String reason, String message);
}
