package dev.plimsoll.linux.cgroup;

import dev.plimsoll.core.cgroups.PodCgroup;
import java.util.ArrayList;
import java.util.List;

/** A value for a file of a cgroup. */
public record CgroupSetting(String file, String value) {
    public static CgroupSetting cpuMax(String value) {
        return new CgroupSetting("cpu.max", value);
    }

    public static CgroupSetting cpuWeight(long weight) {
        return new CgroupSetting("cpu.weight", Long.toString(weight));
    }

    public static CgroupSetting memoryMax(String value) {
        return new CgroupSetting("memory.max", value);
    }

    /** Bytes or {@code max}. */
    public static CgroupSetting memoryHigh(String value) {
        return new CgroupSetting("memory.high", value);
    }

    public static CgroupSetting memoryLow(long bytes) {
        return new CgroupSetting("memory.low", Long.toString(bytes));
    }

    public static CgroupSetting memoryMin(long bytes) {
        return new CgroupSetting("memory.min", Long.toString(bytes));
    }

    /** Whether the kernel, out of memory, kills all processes of the cgroup or one. */
    public static CgroupSetting oomGroup(boolean all) {
        return new CgroupSetting("memory.oom.group", all ? "1" : "0");
    }

    /** Bytes or {@code max}. */
    public static CgroupSetting swapMax(String value) {
        return new CgroupSetting("memory.swap.max", value);
    }

    /** A number or {@code max}. */
    public static CgroupSetting pidsMax(String value) {
        return new CgroupSetting("pids.max", value);
    }

    public static CgroupSetting cpusetCpus(String list) {
        return new CgroupSetting("cpuset.cpus", list);
    }

    public static CgroupSetting cpusetMems(String list) {
        return new CgroupSetting("cpuset.mems", list);
    }

    public static CgroupSetting hugePages(String size, long bytes) {
        return new CgroupSetting("hugetlb." + size + ".max", Long.toString(bytes));
    }

    /** All values of a pod's own cgroup. */
    public static List<CgroupSetting> of(PodCgroup pod) {
        var settings = new ArrayList<CgroupSetting>();
        settings.add(cpuWeight(pod.cpuWeight()));
        settings.add(cpuMax(pod.cpuMax()));
        settings.add(memoryMax(pod.memoryMax()));
        pod.hugePageLimits().forEach((size, bytes) -> settings.add(hugePages(size.cgroupName(), bytes)));
        return settings;
    }
}
