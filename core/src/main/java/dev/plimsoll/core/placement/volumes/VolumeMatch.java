package dev.plimsoll.core.placement.volumes;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/** Which volume a claim gets: the one kept for it, or else the smallest that is free and has all that it asks for. */
public final class VolumeMatch {
    private VolumeMatch() {}

    /**
     * Finds it.
     *
     * @param usable whether a volume comes into question for other reasons, such as the node
     */
    public static Optional<VolumeView> best(
            VolumeClaim claim, Collection<VolumeView> volumes, Predicate<VolumeView> usable) {
        return volumes.stream()
                .filter(volume -> fits(claim, volume) && usable.test(volume))
                .min(Comparator.comparing((VolumeView volume) -> volume.holder().isNobody())
                        .thenComparingLong(VolumeView::bytes)
                        .thenComparing(VolumeView::name));
    }

    /** Whether a claim that is not bound may have a volume. */
    public static boolean fits(VolumeClaim claim, VolumeView volume) {
        if (volume.isBeingDeleted() || !volume.volumeMode().equals(claim.volumeMode())) return false;
        if (!claim.volumeName().isEmpty() && !claim.volumeName().equals(volume.name())) return false;
        // What is kept for a claim by its name needs no more than to be large enough.
        if (!volume.holder().isNobody()) return volume.holder().is(claim) && volume.bytes() >= claim.bytes();
        return volume.bytes() >= claim.bytes()
                && volume.accessModes().containsAll(claim.accessModes())
                && volume.className().equals(claim.className())
                && (volume.phase().isEmpty()
                        || volume.phase().equals("Available")
                        || volume.phase().equals("Pending"))
                && claim.selector().matches(volume.labels());
    }
}
