package dev.plimsoll.core.prediction.autoscaling;

import dev.plimsoll.core.estimation.report.ComputeAmounts;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a workload fared under recorded use.
 *
 * @param horizontal name of its HorizontalPodAutoscaler; empty for none
 * @param vertical name of its VerticalPodAutoscaler; empty for none
 * @param asked what all its pods requested at first
 * @param finallyAsked and in the end
 * @param pods how many ran at first
 * @param finalPods how many there were in the end
 * @param mostWaiting the most pods that had no node at one moment
 * @param kills containers that were killed for memory
 * @param restarts containers that were restarted, by a kill or for a resize
 * @param throttled for how long some pod got less CPU than it wanted, summed over pods
 * @param resizes changes of running pods that their nodes made
 * @param deferred changes that their nodes put off
 * @param infeasible changes that their nodes can never make
 * @param evicted pods that were evicted to be made anew
 * @param held why changes were not made, and how often
 * @param steps of its number of replicas, in the order of time
 */
public record WorkloadCourse(
        String workload,
        String horizontal,
        String vertical,
        ComputeAmounts asked,
        ComputeAmounts finallyAsked,
        int pods,
        int finalPods,
        int mostWaiting,
        long kills,
        long restarts,
        Duration throttled,
        long resizes,
        long deferred,
        long infeasible,
        long evicted,
        SortedMap<String, Long> held,
        List<ReplicaStep> steps) {
    public WorkloadCourse {
        held = new TreeMap<>(held);
        steps = List.copyOf(steps);
    }
}
