package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** What the containers of a pod used, as metrics.k8s.io tells it. */
public record PodMetricUsage(Map<String, ResourceAmounts> containers, Instant time, Duration window) {
    public PodMetricUsage {
        containers = Map.copyOf(containers);
    }

    /** Of the whole pod, in thousandths; nothing if any container lacks it, since the rest would look like little use. */
    public OptionalLong ofPod(ResourceName resource) {
        if (containers.isEmpty()) return OptionalLong.empty();
        var sum = 0L;
        for (var container : containers.values()) {
            var quantity = container.at(resource);
            if (quantity == null) return OptionalLong.empty();
            sum += quantity.milliValue();
        }
        return OptionalLong.of(sum);
    }

    /** Of one container, in thousandths. */
    public OptionalLong ofContainer(String name, ResourceName resource) {
        var container = containers.get(name);
        var quantity = container == null ? null : container.at(resource);
        return quantity == null ? OptionalLong.empty() : OptionalLong.of(quantity.milliValue());
    }
}
