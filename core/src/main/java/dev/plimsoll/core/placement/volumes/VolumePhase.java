package dev.plimsoll.core.placement.volumes;

import org.jspecify.annotations.Nullable;

/** Whether a volume is free, in use, or left over. */
public enum VolumePhase {
    AVAILABLE("Available"),
    BOUND("Bound"),
    RELEASED("Released");

    private final String apiName;

    VolumePhase(String apiName) {
        this.apiName = apiName;
    }

    public String apiName() {
        return apiName;
    }

    /**
     * The phase of a volume.
     *
     * @param claim that it names; null where that is not there
     */
    public static VolumePhase of(VolumeView volume, @Nullable VolumeClaim claim) {
        // Kept for a claim by name only, it is nobody's before that claim takes it.
        if (volume.holder().isNobody() || volume.holder().uid().isEmpty()) return AVAILABLE;
        if (claim == null || !volume.holder().is(claim)) return RELEASED;
        var hasOther = !claim.volumeName().isEmpty() && !claim.volumeName().equals(volume.name());
        return hasOther ? RELEASED : BOUND;
    }
}
