package dev.plimsoll.benchmarks.snapshot;

import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.prediction.autoscaling.WorkloadCourse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What autoscalers did to a workload.
 *
 * @param scaled changes of the number of replicas, in the order of time
 * @param asked what all pods request in the end
 * @param pods how many there are in the end
 * @param mostWaiting the most pods that had no node at one moment
 */
record AutoscalerSteps(
        List<AutoscalerSteps.Scaled> scaled,
        long resizes,
        long deferred,
        long evicted,
        ComputeAmounts asked,
        int pods,
        int mostWaiting) {
    private static final Duration AT_ONCE = Duration.ofSeconds(45);

    AutoscalerSteps {
        scaled = List.copyOf(scaled);
    }

    /** @param at since the use began */
    record Scaled(Duration at, int from, int to) {
        /** In the same direction. */
        private boolean goesOn(Scaled before) {
            return (to > from) == (before.to > before.from);
        }

        @Override
        public String toString() {
            return at.toSeconds() + " s: " + from + " -> " + to;
        }
    }

    /** The same, whenever it was done. */
    AutoscalerSteps untimed() {
        return with(scaled.stream()
                .map(step -> new Scaled(Duration.ZERO, step.from(), step.to()))
                .toList());
    }

    /**
     * Steps that follow each other at once are one: while the number of pods changes, a node that runs measures something between what was used before
     * and what is used now, and may get there in two steps.
     */
    AutoscalerSteps merged() {
        var merged = new ArrayList<Scaled>();
        var last = Duration.ZERO;
        for (var step : scaled) {
            var before = merged.isEmpty() ? null : merged.getLast();
            if (before != null && step.goesOn(before) && step.at().minus(last).compareTo(AT_ONCE) <= 0) {
                merged.removeLast();
                merged.add(new Scaled(before.at(), before.from(), step.to()));
            } else {
                merged.add(step);
            }
            last = step.at();
        }
        return with(merged);
    }

    private AutoscalerSteps with(List<Scaled> changed) {
        return new AutoscalerSteps(changed, resizes, deferred, evicted, asked, pods, mostWaiting);
    }

    static AutoscalerSteps of(WorkloadCourse course, Instant begun) {
        return new AutoscalerSteps(
                course.steps().stream()
                        .map(step -> new Scaled(Duration.between(begun, step.time()), step.from(), step.to()))
                        .toList(),
                course.resizes(),
                course.deferred(),
                course.evicted(),
                course.finallyAsked(),
                course.finalPods(),
                course.mostWaiting());
    }
}
