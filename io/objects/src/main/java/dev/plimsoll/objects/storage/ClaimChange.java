package dev.plimsoll.objects.storage;

import dev.plimsoll.codec.view.VolumeReader;
import dev.plimsoll.objects.ObjectChange;

/** A change of a claim, as long as it is as it was read. */
public final class ClaimChange extends ObjectChange {
    private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    private static final String OLD_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    public ClaimChange(PersistentVolumeClaimObject claim) {
        super(claim.metadata());
    }

    /** It has this volume, which it did not name itself where {@code isChosen}. */
    public ClaimChange boundTo(String volume, boolean isChosen) {
        root().object("spec").put("volumeName", volume);
        metadata().annotation(PersistentVolumeChange.BIND_COMPLETED, "yes");
        if (isChosen) metadata().annotation(PersistentVolumeChange.BOUND_BY_CONTROLLER, "yes");
        return this;
    }

    /** It will be used on this node, so that its volume can be made there. */
    public ClaimChange selectedNode(String node) {
        metadata().annotation(VolumeReader.SELECTED_NODE, node);
        return this;
    }

    public ClaimChange withoutSelectedNode() {
        metadata().removedAnnotation(VolumeReader.SELECTED_NODE);
        return this;
    }

    /** This provisioner is to make its volume. */
    public ClaimChange provisionedBy(String provisioner) {
        metadata().annotation(PROVISIONER, provisioner).annotation(OLD_PROVISIONER, provisioner);
        return this;
    }

    /** Whether a claim says already who is to make its volume. */
    public static boolean namesProvisioner(PersistentVolumeClaimObject claim, String provisioner) {
        return provisioner.equals(claim.metadata().annotations().get(PROVISIONER));
    }

    /** It gets the class of claims that name none. */
    public ClaimChange storageClass(String name) {
        root().object("spec").put("storageClassName", name);
        return this;
    }
}
