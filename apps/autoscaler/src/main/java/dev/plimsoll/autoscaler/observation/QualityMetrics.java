package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.update.UpdateMode;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.HashMap;
import java.util.Map;

/** {@code vpa_quality_*}: how far recommendations are from use. Told by one thread. */
public final class QualityMetrics {
    private static final double[] RELATIVE = {
        -1, -.75, -.5, -.25, -.1, -.05, -.025, -.01, -.005, -.0025, -.001, 0, .001, .0025, .005, .01, .025, .05, .1,
        .25, .5, .75, 1, 2.5, 5, 10, 25, 50, 100
    };

    private final Histogram relative;
    private final Gauge missing;
    private final Histogram changes;
    private final PerResource cpu;
    private final PerResource memory;
    private final Map<Point, Points> points = new HashMap<>();

    /** What is asked for again and again, so that no label is looked up for each sample. */
    private record Point(UpdateMode mode, Compute compute, boolean isOom) {}

    private record Points(
            DistributionDataPoint relative,
            GaugeDataPoint missing,
            DistributionDataPoint over,
            DistributionDataPoint lower,
            DistributionDataPoint lowerMissing) {}

    QualityMetrics(UpstreamMetrics families) {
        relative = families.histogram(
                "vpa_quality_usage_recommendation_relative_diffs",
                "Use less its recommendation, as a part of the recommendation.",
                RELATIVE,
                "update_mode",
                "resource",
                "is_oom");
        missing = families.gauge(
                "vpa_quality_usage_sample_missing_recommendation_count",
                "Samples of containers without a recommendation.",
                "update_mode",
                "resource",
                "is_oom");
        changes = families.histogram(
                "vpa_quality_relative_recommendation_changes",
                "Changes of recommendations, as a part of what they were.",
                RELATIVE,
                "update_mode",
                "resource",
                "vpa_size_log2");
        cpu = new PerResource(families, "cpu", "cores", UpstreamMetrics.doubling(0.01, 17));
        memory = new PerResource(families, "mem", "bytes", UpstreamMetrics.doubling(1e6, 17));
    }

    private static final class PerResource {
        private final Histogram over;
        private final Histogram lower;
        private final Histogram recommendations;

        PerResource(UpstreamMetrics families, String name, String unit, double[] bounds) {
            over = families.histogram(
                    "vpa_quality_" + name + "_recommendation_over_usage_diffs_" + unit,
                    "How far recommendations are above use.",
                    bounds,
                    "update_mode",
                    "recommendation_missing");
            lower = families.histogram(
                    "vpa_quality_" + name + "_recommendation_lower_equal_usage_diffs_" + unit,
                    "How far recommendations are below use.",
                    bounds,
                    "update_mode",
                    "recommendation_missing");
            recommendations = families.histogram(
                    "vpa_quality_" + name + "_recommendations_" + unit, "What is recommended.", bounds, "update_mode");
        }
    }

    private PerResource of(Compute compute) {
        return switch (compute) {
            case CPU -> cpu;
            case MEMORY -> memory;
        };
    }

    /** In cores or bytes. */
    private static double value(Compute compute, long units) {
        return compute == Compute.CPU ? units / 1000.0 : units;
    }

    /** A sample of a container; {@code recommended} is negative where nothing is. */
    public void sample(UpdateMode mode, Compute compute, long used, long recommended, boolean isOom) {
        var own = points.computeIfAbsent(new Point(mode, compute, isOom), this::points);
        if (recommended < 0) {
            own.missing().inc();
            own.lowerMissing().observe(value(compute, used));
            return;
        }
        if (recommended > 0) own.relative().observe((double) (used - recommended) / recommended);
        if (recommended > used) own.over().observe(value(compute, recommended - used));
        else own.lower().observe(value(compute, used - recommended));
    }

    private Points points(Point point) {
        var mode = point.mode().text();
        var resource = point.compute().resource().text();
        var oom = Boolean.toString(point.isOom());
        var own = of(point.compute());
        return new Points(
                relative.labelValues(mode, resource, oom),
                missing.labelValues(mode, resource, oom),
                own.over.labelValues(mode, "false"),
                own.lower.labelValues(mode, "false"),
                own.lower.labelValues(mode, "true"));
    }

    /** A recommendation was written; {@code before} is negative where there was none. */
    public void recommended(UpdateMode mode, Compute compute, long before, long now, int pods) {
        of(compute).recommendations.labelValues(mode.text()).observe(value(compute, now));
        if (before > 0) {
            changes.labelValues(mode.text(), compute.resource().text(), UpstreamMetrics.sizeLog2(pods))
                    .observe((double) (now - before) / before);
        }
    }
}
