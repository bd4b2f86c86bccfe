package dev.plimsoll.core.estimation.boost;

import dev.plimsoll.core.estimation.Compute;
import java.time.Duration;

/** How much more CPU a container gets while it starts, and for how long after its pod is ready. */
public sealed interface CpuBoost {
    Duration duration();

    /** The request with the boost, in thousandths of a core. */
    long boosted(long milliCores);

    /** So many times as much. */
    record Factor(int factor, Duration duration) implements CpuBoost {
        @Override
        public long boosted(long milliCores) {
            return Compute.scaled(milliCores, factor);
        }
    }

    /** So much on top. */
    record Extra(long milliCores, Duration duration) implements CpuBoost {
        @Override
        public long boosted(long base) {
            return Math.min(base + milliCores, Compute.LARGEST);
        }
    }
}
