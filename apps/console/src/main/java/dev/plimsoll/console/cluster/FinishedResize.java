package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import java.time.Duration;
import java.time.Instant;

/**
 * A resize that has come into force.
 *
 * @param fromCpu in thousandths of a core
 * @param fromMemory in bytes
 */
public record FinishedResize(
        ObjectName pod,
        String node,
        Instant asked,
        Instant done,
        long fromCpu,
        long toCpu,
        long fromMemory,
        long toMemory) {
    public Duration took() {
        return Duration.between(asked, done);
    }
}
