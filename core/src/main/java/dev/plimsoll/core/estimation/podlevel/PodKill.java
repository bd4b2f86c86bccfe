package dev.plimsoll.core.estimation.podlevel;

/**
 * What a container had a right to when it was killed in a pod with pod-level memory.
 *
 * <p>A pod that is killed at its own limit by a spike between two samples would otherwise look as if it had needed little, and
 * be shrunk: what nobody else claims of the pod is attributed to the container that was killed.
 */
public final class PodKill {
    private PodKill() {}

    /**
     * The bytes that count as used.
     *
     * @param containerRequest bytes that the killed container requests, 0 where it requests none
     * @param podRequest bytes that the pod requests as a whole
     * @param others the sum over the other containers of the larger of request and peak
     */
    public static long claimed(long containerRequest, long podRequest, long others) {
        return Math.max(containerRequest, podRequest - others);
    }
}
