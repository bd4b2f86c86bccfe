package dev.plimsoll.core.resize.protocol;

import java.util.List;

/**
 * A counter that decisions add to.
 *
 * @param name without the prefix {@code kubelet_}, which is the shell's
 * @param labels their names, in the order of {@link MetricChange#labels}
 */
public record CounterDescription(String name, String help, List<String> labels) {
    public CounterDescription {
        labels = List.copyOf(labels);
    }

    public static CounterDescription of(String name, String help, String... labels) {
        return new CounterDescription(name, help, List.of(labels));
    }
}
