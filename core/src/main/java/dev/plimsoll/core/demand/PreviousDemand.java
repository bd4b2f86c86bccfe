package dev.plimsoll.core.demand;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asked for before its last resize. A node that has not seen the resize yet may be granting what was asked for before, so
 * that counts until the node says that it has seen the generation.
 *
 * @param generation that the resize made
 * @param requests the largest of all resizes that the node has not seen
 */
public record PreviousDemand(long generation, ResourceAmounts requests) {
    /**
     * For a resize that makes this generation.
     *
     * @param earlier of the resize before; null where there is none
     * @param requests what the pod counts for before the resize
     */
    public static PreviousDemand of(
            @Nullable PreviousDemand earlier, Pod before, ResourceAmounts requests, long generation) {
        return new PreviousDemand(generation, earlier == null ? requests : earlier.counted(before, requests));
    }

    /**
     * What the pod counts for.
     *
     * @param effective what it counts for by its spec and its status
     */
    public ResourceAmounts counted(Pod pod, ResourceAmounts effective) {
        return isSeen(pod) ? effective : effective.max(requests);
    }

    /**
     * Whether it may still be needed. As long as the node has something left to do its word may get lost: somebody may overwrite the
     * status.
     *
     * @param desired what the pod counts for by its spec alone
     */
    public boolean isOpen(Pod pod, ResourceAmounts effective, ResourceAmounts desired) {
        return !isSeen(pod) || !effective.equals(desired);
    }

    /**
     * A node that has not said a word of the pod may be about to let it in as it was, and what it said may have been overwritten; one
     * that speaks of it but never says what it has seen is not waited for.
     */
    private boolean isSeen(Pod pod) {
        var status = pod.status();
        if (!status.showsAdmission()) return false;
        return status.observedGeneration() == 0 || status.observedGeneration() >= generation;
    }
}
