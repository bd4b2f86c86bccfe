package dev.plimsoll.core.estimation.usage;

/**
 * What the containers of one pod used at one time, added up on the way into what is remembered of whole pods. A moment of which a
 * container is missing says nothing about the pod.
 */
public final class PodUse {
    private long cpu;
    private long memory;
    private boolean isComplete = true;

    /** Negative amounts were not measured. */
    public void add(long milliCores, long bytes) {
        if (milliCores < 0 || bytes < 0) isComplete = false;
        cpu += milliCores;
        memory += bytes;
    }

    public void missing() {
        isComplete = false;
    }

    /** Remembers the moment, if all of it was measured. */
    public void into(SampledContainer pod, long time, ContainerUsage whole, SamplingRules rules) {
        if (!isComplete) return;
        pod.cpu(time, cpu, whole);
        pod.memory(time, memory, whole, rules);
    }
}
