package dev.plimsoll.cli.usage;

/** Takes recorded use, in the order of time. */
public interface UsageSink {
    /**
     * What a container used.
     *
     * @param time milliseconds since 1970
     * @param namespace empty where the recording does not say which one it was
     * @param workload empty where the recording does not say which one it was
     */
    void sample(
            long time, String namespace, String workload, String pod, String container, long milliCores, long bytes);
}
