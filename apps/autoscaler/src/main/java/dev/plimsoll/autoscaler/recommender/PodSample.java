package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the containers of one pod used at one time, from metrics.k8s.io. */
record PodSample(ObjectName pod, long time, Map<String, Used> containers) {
    PodSample {
        containers = Map.copyOf(containers);
    }

    /** Thousandths of a core, and bytes; negative where nothing was said. */
    record Used(long cpu, long memory) {}

    /** Empty where it does not say when that was; its time is translated. */
    static Optional<PodSample> of(PodMetricsObject metrics, UnaryOperator<Instant> clock) {
        return metrics.timestamp()
                .map(time -> new PodSample(
                        ObjectName.of(metrics.document()), clock.apply(time).toEpochMilli(), used(metrics)));
    }

    private static Map<String, Used> used(PodMetricsObject metrics) {
        var used = new HashMap<String, Used>();
        metrics.containers()
                .forEach((name, amounts) ->
                        used.put(name, new Used(units(Compute.CPU, amounts), units(Compute.MEMORY, amounts))));
        return used;
    }

    /** Negative where there is no such amount. */
    private static long units(Compute compute, ResourceAmounts amounts) {
        return amounts.contains(compute.resource()) ? compute.unitsOf(amounts) : -1;
    }
}
