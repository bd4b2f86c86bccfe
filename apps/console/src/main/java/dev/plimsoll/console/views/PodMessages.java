package dev.plimsoll.console.views;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;

/** What the conditions of a pod say. */
final class PodMessages {
    private PodMessages() {}

    /** Why its resize waits; empty where none does. */
    static String resize(Pod pod) {
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals(Condition.POD_RESIZE_PENDING)) return condition.message();
        }
        return "";
    }

    /** Why no node was found for it; empty where nobody has said so. */
    static String unscheduled(Pod pod) {
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals("PodScheduled") && !condition.status().equals("True"))
                return condition.message();
        }
        return "";
    }
}
