package dev.plimsoll.cli.recommend;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.core.estimation.report.WorkloadName;
import dev.plimsoll.core.estimation.report.WorkloadPods;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.OriginalsAnnotation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;

/**
 * A workload and the pods of it that run or will.
 *
 * @param apiVersion of the object that {@code name} names
 */
record Workload(WorkloadName name, String apiVersion, List<AutoscaledPod> pods) {
    private static final Comparator<AutoscaledPod> OLDEST_FIRST = Comparator.comparing(
                    (AutoscaledPod pod) -> pod.started().orElse(Instant.MAX))
            .thenComparing(pod -> pod.name().name());

    Workload {
        pods = pods.stream().sorted(OLDEST_FIRST).toList();
    }

    AutoscaledPod newest() {
        return pods.getLast();
    }

    WorkloadPods view() {
        var current = new ArrayList<PodSpec>();
        var originals = new LinkedHashSet<PodSpec>();
        var killed = new TreeSet<String>();
        for (var pod : pods) {
            current.add(pod.pod().spec());
            originals.add(OriginalsAnnotation.of(pod.pod()).applyTo(pod.pod().spec()));
            for (var end : pod.ends()) if (end.isOom()) killed.add(end.container());
        }
        return new WorkloadPods(name, current, List.copyOf(originals), killed);
    }
}
