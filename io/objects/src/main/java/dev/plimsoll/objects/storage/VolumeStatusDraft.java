package dev.plimsoll.objects.storage;

import dev.plimsoll.core.placement.volumes.VolumePhase;
import dev.plimsoll.objects.StatusDraft;
import java.time.Instant;

/** The status of a volume that is being written. */
public final class VolumeStatusDraft extends StatusDraft {
    VolumeStatusDraft(PersistentVolumeObject volume) {
        super(volume);
    }

    public VolumeStatusDraft inPhase(VolumePhase phase, Instant since) {
        phase(phase.apiName());
        time("lastPhaseTransitionTime", since);
        return this;
    }
}
