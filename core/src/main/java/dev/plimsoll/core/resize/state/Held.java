package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;

/**
 * What counts against the node: of one pod, or of all together.
 *
 * @param amounts everything that is requested, by name; of all pods together only what {@code cpu} and {@code memory} do not say
 * @param cpu thousandths of a CPU
 * @param memory bytes
 */
public record Held(long pods, long cpu, long memory, ResourceAmounts amounts) {
    public static final Held NOTHING = new Held(0, 0, 0, ResourceAmounts.EMPTY);

    public static Held of(ResourceAmounts requests) {
        return new Held(
                1, Amounts.units(requests, ResourceName.CPU), Amounts.units(requests, ResourceName.MEMORY), requests);
    }

    public Held plus(Held other) {
        return new Held(pods + other.pods, cpu + other.cpu, memory + other.memory, ResourceAmounts.EMPTY);
    }

    public Held minus(Held other) {
        return new Held(pods - other.pods, cpu - other.cpu, memory - other.memory, ResourceAmounts.EMPTY);
    }

    /** Whether less of something is held than {@code before}. */
    public boolean isLessThan(Held before) {
        return pods < before.pods
                || cpu < before.cpu
                || memory < before.memory
                || ((amounts.hasOthers() || before.amounts.hasOthers()) && !amounts.equals(before.amounts));
    }
}
