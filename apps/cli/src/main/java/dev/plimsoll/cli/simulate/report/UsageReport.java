package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.simulate.cluster.Simulation;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingOutcome;
import dev.plimsoll.core.prediction.autoscaling.WorkloadAdvice;
import dev.plimsoll.core.prediction.autoscaling.WorkloadCourse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How workloads fare under recorded use, without the changes and with them. */
record UsageReport(AutoscalingOutcome after, List<Row> rows) {
    static final List<String> NAMES = List.of(
            "Workload",
            "Pods",
            "Asked for each",
            "Recommended, containers",
            "Recommended, pod",
            "OOM kills",
            "Throttled",
            "Resized",
            "Deferred",
            "Evicted",
            "Waiting",
            "Replicas");

    /**
     * A workload.
     *
     * @param beforeOrNull without the changes; null for one that is not there then
     */
    record Row(WorkloadCourse after, @Nullable WorkloadCourse beforeOrNull, WorkloadAdvice advice) {
        List<String> cells() {
            return List.of(
                    after.workload(),
                    changed(course -> "" + course.finalPods()),
                    amounts(advice.asked()),
                    amounts(advice.recommended(false)),
                    amounts(advice.recommended(true)),
                    changed(course -> "" + course.kills()),
                    changed(course -> time(course.throttled())),
                    changed(course -> "" + course.resizes()),
                    changed(course -> "" + (course.deferred() + course.infeasible())),
                    changed(course -> "" + course.evicted()),
                    changed(course -> "" + course.mostWaiting()),
                    steps());
        }

        private String changed(Function<WorkloadCourse, String> value) {
            var now = value.apply(after);
            if (beforeOrNull == null) return now;
            var then = value.apply(beforeOrNull);
            return then.equals(now) ? now : then + " -> " + now;
        }

        private String steps() {
            if (after.horizontal().isEmpty()) return "-";
            if (after.steps().isEmpty()) return "no step";
            var least = Integer.MAX_VALUE;
            var most = 0;
            for (var step : after.steps()) {
                least = Math.min(least, Math.min(step.from(), step.to()));
                most = Math.max(most, Math.max(step.from(), step.to()));
            }
            return least + " to " + most + " in " + after.steps().size()
                    + (after.steps().size() == 1 ? " step" : " steps");
        }

        /** What somebody should look at first. */
        private long weight() {
            return after.kills() * 1000 + after.mostWaiting() * 100L + after.deferred() + after.evicted();
        }
    }

    private static String amounts(ComputeAmounts amounts) {
        return FateText.cpu(amounts.milliCores()) + ", " + FateText.memory(amounts.bytes());
    }

    private static String time(Duration throttled) {
        if (throttled.isZero()) return "0";
        return throttled.toHours() > 0 ? throttled.toHours() + "h" : throttled.toMinutes() + "m";
    }

    /** Empty where nothing was recorded. */
    static Optional<UsageReport> of(Simulation.Result result) {
        var after = result.after().autoscalingOrNull();
        if (after == null) return Optional.empty();
        var before = courses(result.before().autoscalingOrNull());
        var rows = new ArrayList<Row>();
        for (var course : after.workloads()) {
            var advice = result.advice().get(course.workload());
            if (advice != null) rows.add(new Row(course, before.get(course.workload()), advice));
        }
        rows.sort(Comparator.comparingLong((Row row) -> -row.weight())
                .thenComparing(row -> row.after().workload()));
        return Optional.of(new UsageReport(after, rows));
    }

    private static Map<String, WorkloadCourse> courses(@Nullable AutoscalingOutcome outcome) {
        var courses = new HashMap<String, WorkloadCourse>();
        if (outcome != null) for (var course : outcome.workloads()) courses.put(course.workload(), course);
        return courses;
    }

    /** {@code 2026-02-01T00:00:00Z to 2026-02-08T00:00:00Z, every 5m}. */
    String span() {
        return after.from() + " to " + after.to() + ", every "
                + (after.step().toMinutes() > 0
                        ? after.step().toMinutes() + "m"
                        : after.step().toSeconds() + "s");
    }

    /** What meets a condition. */
    List<String> evidence(SimulationReport.Condition condition) {
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var course = row.after();
            var before = row.beforeOrNull();
            var line = switch (condition) {
                case killed ->
                    course.kills() == 0 ? "" : course.kills() + " containers are killed for memory under recorded use";
                case deferred -> course.deferred() == 0 ? "" : course.deferred() + " recommendations wait for room";
                case infeasible ->
                    course.infeasible() == 0 ? "" : course.infeasible() + " recommendations can never be done";
                case waiting ->
                    course.mostWaiting() == 0 ? "" : course.mostWaiting() + " pods have no node under recorded use";
                case unscheduled ->
                    course.mostWaiting() <= (before == null ? 0 : before.mostWaiting())
                            ? ""
                            : course.mostWaiting() + " pods have no node under recorded use";
                case refused, preempted, blocked, unknown -> "";
            };
            if (!line.isEmpty()) lines.add(course.workload() + ": " + line);
        }
        return lines;
    }
}
