package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.workloads.horizontal.AutoscalerSpec;

/**
 * A HorizontalPodAutoscaler.
 *
 * @param name {@code NAMESPACE/NAME}
 * @param workload what it scales, such as {@code Deployment shop/web}
 */
public record HorizontalAutoscaler(String name, String workload, AutoscalerSpec spec) {}
