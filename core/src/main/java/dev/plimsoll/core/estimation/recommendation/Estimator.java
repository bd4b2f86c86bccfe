package dev.plimsoll.core.estimation.recommendation;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings.PerResource;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Set;

/**
 * Turns what is remembered of a container into a recommendation.
 *
 * <p>Steps, whose order matters since each cuts to whole units: percentile; margin; for the bounds a factor that falls with
 * confidence; the container's share of the pod's minimum; rounding. Bounds are wide after minutes and close after days.
 */
public final class Estimator {
    private final EstimatorSettings settings;

    public Estimator(EstimatorSettings settings) {
        this.settings = settings;
    }

    /**
     * The recommendation before any policy.
     *
     * @param containers how many containers share the pod's minimum
     */
    public Estimate estimate(ContainerUsage usage, int containers, Set<Compute> controlled) {
        var target = ResourceAmounts.EMPTY;
        var lower = ResourceAmounts.EMPTY;
        var upper = ResourceAmounts.EMPTY;
        for (var compute : Compute.ALL) {
            if (!controlled.contains(compute)) continue;
            var bounds = bounds(usage, containers, compute);
            target = compute.with(target, bounds.target());
            lower = compute.with(lower, bounds.lower());
            upper = compute.with(upper, bounds.upper());
        }
        return new Estimate(target, lower, upper, target);
    }

    /** The three values of one resource, in its unit. */
    public record Bounds(long target, long lower, long upper) {}

    public Bounds bounds(ContainerUsage usage, int containers, Compute compute) {
        return bounds(usage, compute, settings.of(compute).podMinimum() / containers);
    }

    /** What a container uses that is not recommended for: it has no share in the pod's minimum. */
    public Bounds use(ContainerUsage usage, Compute compute) {
        return bounds(usage, compute, 0);
    }

    private Bounds bounds(ContainerUsage usage, Compute compute, long least) {
        var own = settings.of(compute);
        var part = own.percentiles();
        var confidence = confidence(usage, own);
        var lower = Compute.scaled(base(usage, compute, part.lower()), Math.pow(1 + 0.001 / confidence, -2));
        var upper = Compute.scaled(base(usage, compute, part.upper()), 1 + 1 / confidence);
        return new Bounds(
                own.rounding().of(Math.max(base(usage, compute, part.target()), least)),
                own.rounding().of(Math.max(lower, least)),
                own.rounding().of(Math.max(upper, least)));
    }

    private long base(ContainerUsage usage, Compute compute, double part) {
        var percentile = Compute.clipped(percentile(usage, compute, part));
        return Math.min(percentile + Compute.scaled(percentile, settings.marginFraction()), Compute.LARGEST);
    }

    private static double percentile(ContainerUsage usage, Compute compute, double part) {
        return switch (compute) {
            case CPU -> histogram(usage, compute).percentile(part) * 1000;
            case MEMORY -> histogram(usage, compute).percentile(part);
        };
    }

    private static DecayingHistogram histogram(ContainerUsage usage, Compute compute) {
        return switch (compute) {
            case CPU -> usage.cpu();
            case MEMORY -> usage.memory();
        };
    }

    /** Of how many intervals there is history, and a sample per minute; the lesser of the two. */
    static double confidence(ContainerUsage usage, PerResource settings) {
        if (usage.isEmpty()) return 0;
        var interval = settings.confidenceInterval();
        var span = (double) (usage.lastSample() - usage.firstSample()) / interval.toMillis();
        return Math.min(span, usage.samples() / ((double) interval.toMillis() / 60_000));
    }
}
