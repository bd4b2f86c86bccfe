package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.model.ResourceName;
import java.util.OptionalLong;

/** What a target of the horizontal pod autoscaler is measured by. */
public sealed interface MetricTarget {
    ResourceName resource();

    /** Use of whole pods. */
    record Resource(ResourceName resource) implements MetricTarget {}

    /** Use of the container of one name in each pod. */
    record ContainerResource(ResourceName resource, String container) implements MetricTarget {}

    /** In thousandths; empty where the pod does not tell. */
    default OptionalLong of(PodMetricUsage usage) {
        return switch (this) {
            case Resource(var resource) -> usage.ofPod(resource);
            case ContainerResource(var resource, var container) -> usage.ofContainer(container, resource);
        };
    }

    /** The reason of the condition ScalingActive where it cannot be had. */
    default String failure() {
        return switch (this) {
            case Resource _ -> "FailedGetResourceMetric";
            case ContainerResource _ -> "FailedGetContainerResourceMetric";
        };
    }
}
