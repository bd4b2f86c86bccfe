package dev.plimsoll.objects.storage;

import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.tree.DraftNode;

/** A change of a volume, as long as it is as it was read. */
public final class PersistentVolumeChange extends ObjectChange {
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    public PersistentVolumeChange(PersistentVolumeObject volume) {
        super(volume.metadata());
    }

    /** It is kept for a claim, which its author did not name where {@code isChosen}. */
    public PersistentVolumeChange keptFor(VolumeClaim claim, boolean isChosen) {
        write(root().object("spec").object("claimRef"), claim);
        if (isChosen) metadata().annotation(BOUND_BY_CONTROLLER, "yes");
        return this;
    }

    static void write(DraftNode reference, VolumeClaim claim) {
        reference
                .put("apiVersion", "v1")
                .put("kind", "PersistentVolumeClaim")
                .put("namespace", claim.key().namespace())
                .put("name", claim.key().name())
                .put("uid", claim.uid());
    }
}
