package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.client.ObjectName;
import java.util.Collection;
import java.util.Map;

/** Where a round learns what pods use. */
interface Usages {
    Read read(Collection<TrackedVpa> objects);

    /** What was read; {@code failed} where that is not all. */
    record Read(Map<ObjectName, PodSample> samples, boolean failed) {}
}
