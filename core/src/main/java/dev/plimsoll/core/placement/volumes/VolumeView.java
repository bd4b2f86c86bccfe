package dev.plimsoll.core.placement.volumes;

import dev.plimsoll.core.model.scheduling.NodeAffinity;
import java.util.Map;
import java.util.Set;

/**
 * A volume that outlives pods, as binding sees it.
 *
 * @param holder whose it is or is kept for; its uid is empty where any claim of that name may have it
 * @param nodeAffinity the nodes that can use it
 * @param isDeletedAfterUse whether it goes with its claim
 * @param provisioner that made it; empty where somebody else did
 */
public record VolumeView(
        String name,
        Map<String, String> labels,
        String className,
        Set<String> accessModes,
        long bytes,
        String volumeMode,
        Holder holder,
        NodeAffinity nodeAffinity,
        String phase,
        boolean isBeingDeleted,
        boolean isDeletedAfterUse,
        String provisioner) {
    /** A claim, as a volume names it. All is empty where it names none. */
    public record Holder(String namespace, String name, String uid) {
        public static final Holder NOBODY = new Holder("", "", "");

        public boolean isNobody() {
            return name.isEmpty();
        }

        public VolumeClaim.Key key() {
            return new VolumeClaim.Key(namespace, name);
        }

        /** Whether it means this claim, and not an older one of its name. */
        public boolean is(VolumeClaim claim) {
            return key().equals(claim.key()) && (uid.isEmpty() || uid.equals(claim.uid()));
        }
    }

    public VolumeView {
        labels = Map.copyOf(labels);
        accessModes = Set.copyOf(accessModes);
    }
}
