package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.workloads.horizontal.ScaledPod.Periods;
import java.time.Duration;

/**
 * How patient autoscalers are; the defaults are those of kube-controller-manager.
 *
 * @param sync how often each one is looked at
 * @param stabilization for so long after a high recommendation nothing is taken away
 * @param periods how long young pods are doubted
 * @param tolerance where an autoscaler has none of its own
 */
public record AutoscalerTimes(Duration sync, Duration stabilization, Periods periods, Tolerance tolerance) {
    public static final AutoscalerTimes DEFAULT =
            new AutoscalerTimes(Duration.ofSeconds(15), Duration.ofMinutes(5), Periods.DEFAULT, Tolerance.DEFAULT);
}
