package dev.plimsoll.linux.cgroup;

import dev.plimsoll.core.cgroups.PodCgroup;
import java.util.ArrayList;
import java.util.List;

/** A value for a file of a cgroup. */
public record Setting(String file, String value) {
    public static Setting cpuMax(String value) {
        return new Setting("cpu.max", value);
    }

    public static Setting cpuWeight(long weight) {
        return new Setting("cpu.weight", Long.toString(weight));
    }

    public static Setting memoryMax(String value) {
        return new Setting("memory.max", value);
    }

    /** Bytes or {@code max}. */
    public static Setting memoryHigh(String value) {
        return new Setting("memory.high", value);
    }

    public static Setting memoryLow(long bytes) {
        return new Setting("memory.low", Long.toString(bytes));
    }

    public static Setting memoryMin(long bytes) {
        return new Setting("memory.min", Long.toString(bytes));
    }

    /** Whether the kernel, out of memory, kills all processes of the cgroup or one. */
    public static Setting oomGroup(boolean all) {
        return new Setting("memory.oom.group", all ? "1" : "0");
    }

    /** Bytes or {@code max}. */
    public static Setting swapMax(String value) {
        return new Setting("memory.swap.max", value);
    }

    /** A number or {@code max}. */
    public static Setting pidsMax(String value) {
        return new Setting("pids.max", value);
    }

    public static Setting cpusetCpus(String list) {
        return new Setting("cpuset.cpus", list);
    }

    public static Setting cpusetMems(String list) {
        return new Setting("cpuset.mems", list);
    }

    public static Setting hugePages(String size, long bytes) {
        return new Setting("hugetlb." + size + ".max", Long.toString(bytes));
    }

    /** All values of a pod's own cgroup. */
    public static List<Setting> of(PodCgroup pod) {
        var settings = new ArrayList<Setting>();
        settings.add(cpuWeight(pod.cpuWeight()));
        settings.add(cpuMax(pod.cpuMax()));
        settings.add(memoryMax(pod.memoryMax()));
        pod.hugePageLimits().forEach((size, bytes) -> settings.add(hugePages(size.cgroupName(), bytes)));
        return settings;
    }
}
