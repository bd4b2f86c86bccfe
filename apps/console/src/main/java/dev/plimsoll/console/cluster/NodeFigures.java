package dev.plimsoll.console.cluster;

/**
 * What tables and summaries show of a node.
 *
 * @param isCordoned whether no new pods are sent to it
 * @param pods those that have not ended
 * @param pending resizes on it that wait
 */
public record NodeFigures(
        String name, boolean isReady, boolean isCordoned, Share cpu, Share memory, int pods, int pending) {
    /**
     * A resource of a node in its unit.
     *
     * @param whole what pods may have
     * @param held what pods count for
     * @param used what pods use; {@link ResourceStates#UNKNOWN} where nobody tells
     */
    public record Share(long whole, long held, long used) {}
}
