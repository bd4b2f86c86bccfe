package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.core.estimation.Compute;

/**
 * What use is called at external.metrics.k8s.io.
 *
 * @param cpu the metric in cores; empty where CPU is not told
 * @param memory the metric in bytes; empty where memory is not told
 * @param containerLabel of a value, which names its container
 */
public record ExternalNames(String cpu, String memory, String containerLabel) {
    String of(Compute compute) {
        return switch (compute) {
            case CPU -> cpu;
            case MEMORY -> memory;
        };
    }
}
