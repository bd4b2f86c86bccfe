package dev.plimsoll.core.resize.protocol;

import java.util.List;

/**
 * One change of a metric. Names are without the prefix {@code kubelet_}.
 *
 * @param labels values in the order in which the metric names its labels
 */
public record Metric(Kind kind, String name, List<String> labels, double value) {
    /** How the value is taken. */
    public enum Kind {
        /** Added to a counter. */
        ADD,
        /** Added to a gauge, or taken off it. */
        SHIFT,
        /** One observation of a histogram. */
        SAMPLE
    }

    public Metric {
        labels = List.copyOf(labels);
    }

    public static Metric add(String name, String... labels) {
        return new Metric(Kind.ADD, name, List.of(labels), 1);
    }

    public static Metric shift(int by, String name, String... labels) {
        return new Metric(Kind.SHIFT, name, List.of(labels), by);
    }

    public static Metric sample(double value, String name, String... labels) {
        return new Metric(Kind.SAMPLE, name, List.of(labels), value);
    }
}
