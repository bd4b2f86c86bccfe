package dev.plimsoll.objects.storage;

import dev.plimsoll.objects.StatusDraft;

/** The status of a claim that is being written. */
public final class ClaimStatusDraft extends StatusDraft {
    ClaimStatusDraft(PersistentVolumeClaimObject claim) {
        super(claim);
    }

    /** It has what this volume offers. */
    public ClaimStatusDraft boundTo(PersistentVolumeObject volume) {
        phase("Bound");
        status().set("accessModes", volume.accessModes()).set("capacity", volume.capacity());
        return this;
    }

    /** Its volume is gone. */
    public ClaimStatusDraft lost() {
        phase("Lost");
        status().remove("accessModes").remove("capacity");
        return this;
    }
}
