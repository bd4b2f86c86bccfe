package dev.plimsoll.core.estimation.usage;

/**
 * The samples of one running container on their way into what is remembered: late ones are refused, and of memory only the
 * peak of each interval goes in.
 *
 * <p>A peak is stamped with the end of its interval, which may lie in the future; when a higher one comes before that end, the
 * old one is taken back. Kills are counted apart from use, so that a container that is killed again and again does not raise
 * itself each time.
 */
public final class SampledContainer {
    private long lastCpu = ContainerUsage.NEVER;
    private long lastMemory = ContainerUsage.NEVER;
    private long intervalEnd = ContainerUsage.NEVER;
    private long peak;
    private long oomPeak;

    /** Whether the sample was new, and is now remembered. */
    public boolean cpu(long time, long milliCores, ContainerUsage into) {
        if (milliCores < 0 || time <= lastCpu) return false;
        lastCpu = time;
        into.addCpu(time, milliCores);
        return true;
    }

    /** Whether the sample was not too old; it is remembered if it is a peak. */
    public boolean memory(long time, long bytes, ContainerUsage into, SamplingRules rules) {
        if (bytes < 0 || time < lastMemory) return false;
        if (take(time, bytes, into, rules)) peak = bytes;
        return true;
    }

    /**
     * The container was killed for memory; whether that was within the running interval.
     *
     * @param claimed bytes that it had a right to
     */
    public boolean oom(long time, long claimed, ContainerUsage into, SamplingRules rules) {
        if (claimed < 0 || (intervalEnd != ContainerUsage.NEVER && time < intervalEnd - rules.intervalMillis())) {
            return false;
        }
        var needed = rules.needed(Math.max(claimed, peak));
        if (take(time, needed, into, rules)) oomPeak = needed;
        return true;
    }

    /** Whether the bytes are a new peak, which is then remembered in place of the old one. */
    private boolean take(long time, long bytes, ContainerUsage into, SamplingRules rules) {
        lastMemory = time;
        if (intervalEnd == ContainerUsage.NEVER) intervalEnd = time;
        if (time < intervalEnd) {
            var old = highest();
            if (old == 0 || bytes <= old) return false;
            into.subtractPeak(intervalEnd, old);
        } else {
            var interval = rules.intervalMillis();
            intervalEnd += (time - intervalEnd) / interval * interval + interval;
            peak = 0;
            oomPeak = 0;
        }
        into.addPeak(intervalEnd, bytes);
        return true;
    }

    private long highest() {
        return Math.max(peak, oomPeak);
    }

    /** The highest use of memory in the running interval, kills aside. */
    public long memoryPeak() {
        return peak;
    }

    /** Takes the peak of an interval that is not over out of a copy that is to be stored: after a restart it comes again. */
    public void withhold(long now, ContainerUsage from) {
        if (intervalEnd != ContainerUsage.NEVER && now < intervalEnd) from.subtractPeak(intervalEnd, highest());
    }
}
