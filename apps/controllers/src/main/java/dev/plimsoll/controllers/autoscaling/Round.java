package dev.plimsoll.controllers.autoscaling;

import dev.plimsoll.controllers.autoscaling.PodUsages.Seen;
import dev.plimsoll.core.estimation.replicas.Finding;
import dev.plimsoll.core.estimation.replicas.Metric;
import dev.plimsoll.core.estimation.replicas.PodRequest;
import dev.plimsoll.core.estimation.replicas.Proposal;
import dev.plimsoll.core.estimation.replicas.ReplicaCalculator;
import dev.plimsoll.core.estimation.replicas.ReplicaCalculator.Aim;
import dev.plimsoll.core.estimation.replicas.ScaledPod.Periods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What all metrics of an autoscaler say at one moment. */
final class Round {
    private final PodRequest requests;
    private final Periods periods;

    Round(PodRequest requests, Periods periods) {
        this.requests = requests;
        this.periods = periods;
    }

    /** What one metric reads, for the status. */
    record Reading(MeasuredBy.Resources metric, long utilization, long averageMilli) {}

    /**
     * What came of it.
     *
     * @param replicas what is asked for, -1 where nothing can be said
     * @param metric which metric asks for the most
     * @param problem why some metrics could not be read; empty if all were
     * @param warnings for events, by reason
     */
    record Said(
            int replicas,
            String metric,
            List<Reading> readings,
            Finding scalingActive,
            String problem,
            List<Finding> warnings) {
        Said {
            readings = List.copyOf(readings);
            warnings = List.copyOf(warnings);
        }
    }

    Said of(AutoscalerSpec spec, Seen seen, int current, Instant now) {
        var readings = new ArrayList<Reading>();
        var warnings = new ArrayList<Finding>();
        var largest = -1;
        var by = "";
        var firstError = "";
        for (var measured : spec.metrics()) {
            switch (measured) {
                case MeasuredBy.Unknown(var problem) -> {
                    warnings.add(failed("InvalidMetricSourceType", problem));
                    firstError = firstError.isEmpty() ? problem : firstError;
                }
                case MeasuredBy.Adapted adapted -> {
                    warnings.add(failed(adapted.reason(), adapted.problem()));
                    firstError = firstError.isEmpty() ? adapted.problem() : firstError;
                }
                case MeasuredBy.Resources resources -> {
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
            return new Said(largest, by, readings, found(by), "", warnings);
        }
        var problem = "invalid metrics (" + warnings.size() + " invalid out of "
                + spec.metrics().size() + "), first error is: " + firstError;
        // What cannot be read might need what there is: nothing is taken away.
        var tells = largest >= current && warnings.size() < spec.metrics().size();
        if (tells) return new Said(largest, by, readings, found(by), problem, warnings);
        var first = warnings.getFirst();
        var inactive = new Finding(
                false, first.reason(), "the HPA was unable to compute the replica count: " + first.message());
        return new Said(-1, "", readings, inactive, problem, warnings);
    }

    private static Finding found(String metric) {
        return new Finding(
                true, "ValidMetricFound", "the HPA was able to successfully calculate a replica count from " + metric);
    }

    private static Finding failed(String reason, String message) {
        return new Finding(false, reason, message);
    }

    private static String wrapped(Metric metric) {
        var kind =
                metric instanceof Metric.ContainerResource ? " container metric value: " : " resource metric value: ";
        return "failed to get " + metric.resource() + kind;
    }

    private Proposal proposal(AutoscalerSpec spec, MeasuredBy.Resources measured, Seen seen, int current, Instant now) {
        var metric = measured.metric();
        var what = "failed to get " + metric.resource()
                + (measured.aim() instanceof Aim.Utilization ? " utilization: " : " usage: ");
        return switch (seen) {
            case Seen.NoPods(var problem) ->
                new Proposal.Invalid(
                        metric.failure(), what + "unable to get pods while calculating replica count: " + problem);
            case Seen.NoUsage(var problem) ->
                new Proposal.Invalid(
                        metric.failure(),
                        what + "unable to get metrics for resource " + metric.resource() + ": " + problem);
            case Seen.Pods(var pods) ->
                switch (new ReplicaCalculator(requests, periods, spec.tolerance())
                        .propose(metric, measured.aim(), pods, current, now)) {
                    case Proposal.Replicas replicas -> replicas;
                    case Proposal.Invalid(var reason, var message) -> new Proposal.Invalid(reason, what + message);
                };
        };
    }
}
