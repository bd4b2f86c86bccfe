package dev.plimsoll.core.placement.volumes;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What is to be done about a claim. */
public sealed interface ClaimDecision {
    /** Nothing. */
    record Settled() implements ClaimDecision {}

    /** It gets this volume, or has it and does not say so yet. */
    record Bind(VolumeView volume) implements ClaimDecision {}

    /** Its volume is gone, or somebody else's. */
    record Lost(String reason, String message) implements ClaimDecision {}

    /** Its volume depends on the node of the first pod that uses it. */
    record WaitForPod() implements ClaimDecision {}

    /** Somebody is to make a volume for it. */
    record Provision(String provisioner) implements ClaimDecision {}

    /** There is no volume for it; the reason and the message are those of an event. */
    record NoVolume(String reason, String message) implements ClaimDecision {}

    /**
     * Decides.
     *
     * @param volumes all that there are
     * @param storageClass of the claim; null where it has none or that is not there
     */
    static ClaimDecision of(VolumeClaim claim, Collection<VolumeView> volumes, @Nullable VolumeClass storageClass) {
        if (claim.phase() != VolumeClaim.Phase.PENDING && !claim.volumeName().isEmpty()) return bound(claim, volumes);
        if (claim.isBeingDeleted()) return new Settled();
        if (!claim.volumeName().isEmpty()) return wanted(claim, volumes);
        var waits = storageClass != null && storageClass.waitsForPod();
        // Where a pod decides, the scheduler says which volume it is.
        var match = VolumeMatch.best(
                claim, volumes, volume -> !waits || !volume.holder().isNobody());
        if (match.isPresent()) return new Bind(match.get());
        if (waits && claim.selectedNode().isEmpty()) return new WaitForPod();
        if (storageClass != null && !storageClass.provisioner().isEmpty())
            return new Provision(storageClass.provisioner());
        return claim.className().isEmpty()
                ? new NoVolume(
                        "FailedBinding", "no persistent volumes available for this claim and no storage class is set")
                : new NoVolume(
                        "ProvisioningFailed", "storageclass.storage.k8s.io \"" + claim.className() + "\" not found");
    }

    private static ClaimDecision bound(VolumeClaim claim, Collection<VolumeView> volumes) {
        var volume = named(claim.volumeName(), volumes);
        if (volume == null)
            return new Lost("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
        if (!volume.holder().isNobody() && !volume.holder().is(claim))
            return new Lost("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
        var isSaid = claim.isBound()
                && volume.holder().uid().equals(claim.uid())
                && volume.phase().equals("Bound");
        return isSaid ? new Settled() : new Bind(volume);
    }

    /** A claim that names the volume that it wants. */
    private static ClaimDecision wanted(VolumeClaim claim, Collection<VolumeView> volumes) {
        var volume = named(claim.volumeName(), volumes);
        // It may still come.
        if (volume == null) return new Settled();
        if (VolumeMatch.fits(claim, volume)) return new Bind(volume);
        var isTaken = !volume.holder().isNobody() && !volume.holder().is(claim);
        return new NoVolume(
                isTaken ? "FailedBinding" : "VolumeMismatch",
                isTaken
                        ? "volume \"" + volume.name() + "\" already bound to a different claim."
                        : "Cannot bind to requested volume \"" + volume.name()
                                + "\": it does not have what the claim asks for");
    }

    private static @Nullable VolumeView named(String name, Collection<VolumeView> volumes) {
        for (var volume : volumes) if (volume.name().equals(name)) return volume;
        return null;
    }
}
