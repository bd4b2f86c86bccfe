package dev.plimsoll.autoscaler.prometheus;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import java.util.List;
import java.util.Map;

/**
 * What one container of a pod used, in the order of time; the pod may be long gone.
 *
 * @param labels of the pod, as far as they are known
 */
public record PastContainer(ObjectName pod, String container, Map<String, String> labels, List<Use> uses) {
    public PastContainer {
        labels = Map.copyOf(labels);
        uses = List.copyOf(uses);
    }

    /** One value, in the unit of its resource, at a time in milliseconds. */
    public record Use(long time, Compute compute, long units) {}
}
