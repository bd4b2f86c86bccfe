package dev.plimsoll.core.placement.volumes;

import dev.plimsoll.core.placement.terms.LabelQuery;
import java.util.Set;

/**
 * A claim of a volume, as binding sees it.
 *
 * @param volumeName the volume that it has or wants; empty for any
 * @param className its storage class; empty for volumes without a class
 * @param hasClass whether it says anything about its class, be it that it wants none
 * @param selectedNode the node that the scheduler chose for the pod that uses it; empty before that
 * @param selector of the labels of volumes
 */
public record VolumeClaim(
        Key key,
        String uid,
        Phase phase,
        boolean isBeingDeleted,
        String volumeName,
        String className,
        boolean hasClass,
        Set<String> accessModes,
        long bytes,
        String volumeMode,
        String selectedNode,
        LabelQuery selector) {
    /** Which claim it is. */
    public record Key(String namespace, String name) {
        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /** As its status has it; PENDING where that is empty. */
    public enum Phase {
        PENDING,
        BOUND,
        LOST
    }

    public VolumeClaim {
        accessModes = Set.copyOf(accessModes);
    }

    public boolean isBound() {
        return phase == Phase.BOUND && !volumeName.isEmpty();
    }
}
