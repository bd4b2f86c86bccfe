package dev.plimsoll.nodeagent.handlers;

import dev.plimsoll.core.model.ObjectMeta;

/** Users, who are told of parts of pods. */
public interface PartEvents {
    /**
     * Tells of a part of a pod.
     *
     * @param part such as {@code spec.containers{web}}
     */
    void tell(ObjectMeta pod, String part, boolean isWarning, String reason, String message);
}
