package dev.plimsoll.linux.cgroup;

import java.util.Map;

/** Counters of {@code cpu.stat}; times are microseconds. */
public record CpuStat(long usage, long user, long system, long periods, long throttledPeriods, long throttled) {
    static CpuStat of(Map<String, Long> table) {
        return new CpuStat(
                table.getOrDefault("usage_usec", 0L),
                table.getOrDefault("user_usec", 0L),
                table.getOrDefault("system_usec", 0L),
                table.getOrDefault("nr_periods", 0L),
                table.getOrDefault("nr_throttled", 0L),
                table.getOrDefault("throttled_usec", 0L));
    }
}
