package dev.plimsoll.core.fit;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.ArrayList;
import java.util.List;

/**
 * Resources as whole numbers: thousandths of a CPU, bytes, pieces.
 *
 * <p>Each number is at least 0 and at most {@link #MOST}, so that sums over two thousand pods of a node and a hundred times an amount
 * stay within 64 bits. Nobody has that much; a pod that asks for it fits nowhere.
 *
 * @param others sorted by name; resources that are not counted are left out
 */
public record Amounts(long milliCpu, long memory, long ephemeralStorage, List<Other> others) {
    public static final long MOST = 1L << 52;
    public static final Amounts NONE = new Amounts(0, 0, 0, List.of());

    /** A resource beside the three that every node has. */
    public record Other(ResourceName name, long amount) {}

    public Amounts {
        others = List.copyOf(others);
    }

    public static Amounts of(ResourceAmounts amounts) {
        var cpu = amounts.cpuOrNull();
        var memory = amounts.memoryOrNull();
        var storage = 0L;
        List<Other> others = List.of();
        if (amounts.hasOthers()) {
            others = new ArrayList<>();
            for (var i = 0; i < amounts.size(); i++) {
                var name = amounts.name(i);
                var value = bounded(amounts.quantity(i).value());
                if (name.equals(ResourceName.EPHEMERAL_STORAGE)) storage = value;
                else if (isCounted(name)) others.add(new Other(name, value));
            }
        }
        return new Amounts(
                cpu == null ? 0 : bounded(cpu.milliValue()),
                memory == null ? 0 : bounded(memory.value()),
                storage,
                others);
    }

    /** The amount of one resource: thousandths for cpu, units for everything else. */
    public static long units(ResourceAmounts amounts, ResourceName name) {
        var amount = amounts.amount(name);
        return bounded(name.equals(ResourceName.CPU) ? amount.milliValue() : amount.value());
    }

    private static long bounded(long value) {
        return Math.clamp(value, 0, MOST);
    }

    /** Extended resources, huge pages, volumes, and what Kubernetes puts under its own domain. */
    private static boolean isCounted(ResourceName name) {
        return name.isExtended()
                || name.isHugePages()
                || name.text().startsWith("attachable-volumes-")
                || name.text().contains("kubernetes.io/");
    }

    /** The amount of a resource by name, 0 where there is none; CPU in thousandths. */
    public long of(ResourceName name) {
        if (name.equals(ResourceName.CPU)) return milliCpu;
        if (name.equals(ResourceName.MEMORY)) return memory;
        if (name.equals(ResourceName.EPHEMERAL_STORAGE)) return ephemeralStorage;
        for (var other : others) if (other.name().equals(name)) return other.amount();
        return 0;
    }

    public boolean isZero() {
        if (milliCpu != 0 || memory != 0 || ephemeralStorage != 0) return false;
        for (var other : others) if (other.amount() != 0) return false;
        return true;
    }

    /** Whether some resource that {@code asked} wants has become less than it was in {@code before}. */
    public boolean isLessThan(Amounts before, Amounts asked) {
        if (milliCpu < before.milliCpu && asked.milliCpu > 0) return true;
        if (memory < before.memory && asked.memory > 0) return true;
        if (ephemeralStorage < before.ephemeralStorage && asked.ephemeralStorage > 0) return true;
        for (var other : before.others) {
            if (of(other.name()) < other.amount() && asked.of(other.name()) > 0) return true;
        }
        return false;
    }

    /** Whether any resource at all has become less than it was in {@code before}. */
    public boolean isLessThan(Amounts before) {
        if (milliCpu < before.milliCpu || memory < before.memory || ephemeralStorage < before.ephemeralStorage) {
            return true;
        }
        for (var other : before.others) if (of(other.name()) < other.amount()) return true;
        return false;
    }
}
