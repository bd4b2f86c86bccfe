package dev.plimsoll.objects.storage;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.view.VolumeReader;
import dev.plimsoll.core.placement.volumes.VolumeClaim;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import org.jspecify.annotations.Nullable;

/** A claim of a volume. */
public final class PersistentVolumeClaimObject extends ApiObject {
    public static final ObjectKind<PersistentVolumeClaimObject> KIND =
            new ObjectKind<>(ApiResource.CLAIMS, PersistentVolumeClaimObject.class, PersistentVolumeClaimObject::new);

    private @Nullable VolumeClaim claim;

    public PersistentVolumeClaimObject(ObjectNode document) {
        super(document);
    }

    /** As binding sees it. */
    public VolumeClaim claim() {
        var known = claim;
        if (known == null) claim = known = VolumeReader.claim(document());
        return known;
    }

    @Override
    public ClaimStatusDraft statusDraft() {
        return new ClaimStatusDraft(this);
    }

    /** The volume that it is bound to; empty where it is not bound. */
    public String boundVolume() {
        return text(statusNode(), "phase").equals("Bound") ? text(specNode(), "volumeName") : "";
    }

    /** The class of attributes that it asks for; empty for none. */
    public String attributesClass() {
        return text(specNode(), "volumeAttributesClassName");
    }

    /** The quantity that it asks for, as it is written; 0 where it asks for none. */
    public String requestedStorage() {
        return text(specNode().path("resources").path("requests"), "storage", "0");
    }
}
