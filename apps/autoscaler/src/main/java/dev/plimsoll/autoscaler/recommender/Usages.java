package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.client.ObjectName;
import java.util.Collection;
import java.util.Map;

/** Where a round learns what pods use. */
interface Usages {
    Read read(Collection<TrackedVpa> objects);

    /**
     * What was read.
     *
     * @param problem why that is not all; empty where it is
     */
    record Read(Map<ObjectName, PodSample> samples, String problem) {
        boolean isFailed() {
            return !problem.isEmpty();
        }
    }
}
