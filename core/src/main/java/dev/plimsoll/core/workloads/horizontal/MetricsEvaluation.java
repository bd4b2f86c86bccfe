package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.workloads.horizontal.ReplicaCalculator.Aim;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Periods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The number of replicas that all metrics of an autoscaler ask for at one moment. */
public final class MetricsEvaluation {
    private final PodRequest requests;
    private final Periods periods;

    public MetricsEvaluation(PodRequest requests, Periods periods) {
        this.requests = requests;
        this.periods = periods;
    }

    /** What one metric reads, for the status. */
    public record Reading(MetricSource.Resources metric, long utilization, long averageMilli) {}

    /**
     * The outcome.
     *
     * @param replicas what is asked for, -1 where nothing can be said
     * @param metric which metric asks for the most
     * @param problem why some metrics could not be read; empty if all were
     * @param warnings for events, by reason
     */
    public record Result(
            int replicas,
            String metric,
            List<Reading> readings,
            Finding scalingActive,
            String problem,
            List<Finding> warnings) {
        public Result {
            readings = List.copyOf(readings);
            warnings = List.copyOf(warnings);
        }
    }

    public Result of(AutoscalerSpec spec, MeasuredPods seen, int current, Instant now) {
        var readings = new ArrayList<Reading>();
        var warnings = new ArrayList<Finding>();
        var largest = -1;
        var by = "";
        var firstError = "";
        for (var measured : spec.metrics()) {
            switch (measured) {
                case MetricSource.Unknown(var problem) -> {
                    warnings.add(failed("InvalidMetricSourceType", problem));
                    firstError = firstError.isEmpty() ? problem : firstError;
                }
                case MetricSource.Adapted adapted -> {
                    warnings.add(failed(adapted.reason(), adapted.problem()));
                    firstError = firstError.isEmpty() ? adapted.problem() : firstError;
                }
                case MetricSource.Resources resources -> {
                    switch (proposal(spec, resources, seen, current, now)) {
                        case Proposal.Replicas(var replicas, var level, var average) -> {
                            readings.add(new Reading(resources, level, average));
                            if (replicas > largest) {
                                largest = replicas;
                                by = resources.name();
                            }
                        }
                        case Proposal.Invalid(var reason, var message) -> {
                            warnings.add(failed(reason, message));
                            firstError = firstError.isEmpty() ? wrapped(resources.metric()) + message : firstError;
                        }
                    }
                }
            }
        }
        if (warnings.isEmpty()) {
            return new Result(largest, by, readings, found(by), "", warnings);
        }
        var problem = "invalid metrics (" + warnings.size() + " invalid out of "
                + spec.metrics().size() + "), first error is: " + firstError;
        // What cannot be read might need what there is: nothing is taken away.
        var tells = largest >= current && warnings.size() < spec.metrics().size();
        if (tells) return new Result(largest, by, readings, found(by), problem, warnings);
        var first = warnings.getFirst();
        var inactive = new Finding(
                false, first.reason(), "the HPA was unable to compute the replica count: " + first.message());
        return new Result(-1, "", readings, inactive, problem, warnings);
    }

    private static Finding found(String metric) {
        return new Finding(
                true, "ValidMetricFound", "the HPA was able to successfully calculate a replica count from " + metric);
    }

    private static Finding failed(String reason, String message) {
        return new Finding(false, reason, message);
    }

    private static String wrapped(MetricTarget metric) {
        var kind = metric instanceof MetricTarget.ContainerResource
                ? " container metric value: "
                : " resource metric value: ";
        return "failed to get " + metric.resource() + kind;
    }

    private Proposal proposal(
            AutoscalerSpec spec, MetricSource.Resources measured, MeasuredPods seen, int current, Instant now) {
        var metric = measured.metric();
        var what = "failed to get " + metric.resource()
                + (measured.aim() instanceof Aim.Utilization ? " utilization: " : " usage: ");
        return switch (seen) {
            case MeasuredPods.NoPods(var problem) ->
                new Proposal.Invalid(
                        metric.failure(), what + "unable to get pods while calculating replica count: " + problem);
            case MeasuredPods.NoUsage(var problem) ->
                new Proposal.Invalid(
                        metric.failure(),
                        what + "unable to get metrics for resource " + metric.resource() + ": " + problem);
            case MeasuredPods.Pods(var pods) ->
                switch (new ReplicaCalculator(requests, periods, spec.tolerance())
                        .propose(metric, measured.aim(), pods, current, now)) {
                    case Proposal.Replicas replicas -> replicas;
                    case Proposal.Invalid(var reason, var message) -> new Proposal.Invalid(reason, what + message);
                };
        };
    }
}
