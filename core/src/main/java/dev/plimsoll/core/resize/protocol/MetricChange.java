package dev.plimsoll.core.resize.protocol;

import java.util.List;

/**
 * One change of a metric. Names are without the prefix {@code kubelet_}.
 *
 * @param labels values in the order in which the metric names its labels
 */
public record MetricChange(Kind kind, String name, List<String> labels, double value) {
    /** How the value is taken. */
    public enum Kind {
        /** Added to a counter. */
        ADD,
        /** One observation of a histogram. */
        SAMPLE,
        /** One observation of how many milliseconds the step took that asks for it, which only the shell can measure. */
        STEP_MILLIS
    }

    public MetricChange {
        labels = List.copyOf(labels);
    }

    public static MetricChange add(String name, String... labels) {
        return new MetricChange(Kind.ADD, name, List.of(labels), 1);
    }

    public static MetricChange sample(double value, String name, String... labels) {
        return new MetricChange(Kind.SAMPLE, name, List.of(labels), value);
    }

    public static MetricChange stepMillis(String name) {
        return new MetricChange(Kind.STEP_MILLIS, name, List.of(), 0);
    }
}
