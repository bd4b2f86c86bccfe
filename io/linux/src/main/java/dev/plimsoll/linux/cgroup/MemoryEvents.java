package dev.plimsoll.linux.cgroup;

import java.util.Map;

/**
 * Counters of {@code memory.events}.
 *
 * @param oom times that an allocation failed at the limit
 * @param oomKill processes that were killed for want of memory
 * @param oomGroupKill times that the whole cgroup was
 */
public record MemoryEvents(long low, long high, long max, long oom, long oomKill, long oomGroupKill) {
    static MemoryEvents of(Map<String, Long> table) {
        return new MemoryEvents(
                table.getOrDefault("low", 0L),
                table.getOrDefault("high", 0L),
                table.getOrDefault("max", 0L),
                table.getOrDefault("oom", 0L),
                table.getOrDefault("oom_kill", 0L),
                table.getOrDefault("oom_group_kill", 0L));
    }
}
