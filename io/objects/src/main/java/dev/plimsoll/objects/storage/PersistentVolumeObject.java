package dev.plimsoll.objects.storage;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.view.NodeSelectorReader;
import dev.plimsoll.codec.view.VolumeReader;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.volumes.VolumeView;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.spec.PodVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A volume that outlives pods. */
public final class PersistentVolumeObject extends ApiObject {
    public static final ObjectKind<PersistentVolumeObject> KIND =
            new ObjectKind<>(ApiResource.VOLUMES, PersistentVolumeObject.class, PersistentVolumeObject::new);

    /** Fields of the spec that do not say what the volume is made of. */
    private static final Set<String> COMMON = Set.of(
            "accessModes",
            "capacity",
            "claimRef",
            "mountOptions",
            "nodeAffinity",
            "persistentVolumeReclaimPolicy",
            "storageClassName",
            "volumeAttributesClassName",
            "volumeMode");

    private @Nullable VolumeView view;

    public PersistentVolumeObject(ObjectNode document) {
        super(document);
    }

    /** As binding sees it. */
    public VolumeView view() {
        var known = view;
        if (known == null) view = known = VolumeReader.volume(document());
        return known;
    }

    @Override
    public VolumeStatusDraft statusDraft() {
        return new VolumeStatusDraft(this);
    }

    /** What it offers, as its spec has it. */
    JsonNode capacity() {
        return specNode().path("capacity");
    }

    JsonNode accessModes() {
        return specNode().path("accessModes");
    }

    /** Whether it is this claim's. */
    public boolean isOf(PersistentVolumeClaimObject claim) {
        var reference = specNode().path("claimRef");
        return text(reference, "uid").equals(claim.metadata().uid());
    }

    /** Whether it is a folder that was made for this claim, with a name of its own, and goes with the claim. */
    public boolean isFolderFor(PersistentVolumeClaimObject claim) {
        return view().provisioner().equals(ProvisionedVolumeDraft.PROVISIONER)
                && view().isDeletedAfterUse()
                && source() instanceof PodVolume.Source.HostPath(var path, var _)
                && path.endsWith("/" + ProvisionedVolumeDraft.folderName(claim));
    }

    public boolean isBlock() {
        return text(specNode(), "volumeMode").equals("Block");
    }

    /** The nodes that can use it. */
    public NodeAffinity nodeAffinity() {
        return NodeSelectorReader.required(specNode().path("nodeAffinity").path("required"));
    }

    /** What a node can mount; anything else is {@link PodVolume.Source.Other}. A folder of kind {@code local} must be there. */
    public PodVolume.Source source() {
        var spec = specNode();
        if (has(spec, "hostPath"))
            return new PodVolume.Source.HostPath(
                    text(spec.path("hostPath"), "path"), text(spec.path("hostPath"), "type"));
        if (has(spec, "local")) return new PodVolume.Source.HostPath(text(spec.path("local"), "path"), "Directory");
        List<String> kinds = new ArrayList<>();
        spec.fieldNames().forEachRemaining(kinds::add);
        kinds.removeAll(COMMON);
        return new PodVolume.Source.Other(kinds);
    }
}
