package dev.plimsoll.objects.storage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.view.VolumeReader;
import dev.plimsoll.objects.ObjectDraft;

/** A volume that is made for one claim: a folder of a node. */
public final class ProvisionedVolumeDraft extends ObjectDraft {
    /** Who makes such volumes, as storage classes name it. */
    public static final String PROVISIONER = "plimsoll.dev/host-path";

    private static final String NAME_LABEL = "kubernetes.io/hostname";

    private ProvisionedVolumeDraft(String name) {
        super(ApiResource.VOLUMES, ObjectName.ofCluster(name));
    }

    /** The name of the volume that is made for a claim: there is never a second one for it. */
    public static String nameFor(PersistentVolumeClaimObject claim) {
        return "pvc-" + claim.uid();
    }

    /** The last name in the path of the folder that is made for a claim. */
    public static String folderName(PersistentVolumeClaimObject claim) {
        return nameFor(claim) + "_" + claim.name().namespace() + "_"
                + claim.name().name();
    }

    /**
     * A folder.
     *
     * @param hostname the label {@code kubernetes.io/hostname} of the only node that has it; empty where every node makes its own
     */
    public static ProvisionedVolumeDraft folder(
            PersistentVolumeClaimObject claim, StorageClassObject storageClass, String path, String hostname) {
        var view = claim.claim();
        var draft = new ProvisionedVolumeDraft(nameFor(claim));
        draft.metadata()
                .annotation(VolumeReader.PROVISIONED_BY, storageClass.view().provisioner());
        var spec = draft.spec();
        spec.object("capacity").put("storage", claim.requestedStorage());
        var modes = spec.list("accessModes");
        view.accessModes().stream().sorted().forEach(modes::add);
        spec.put("persistentVolumeReclaimPolicy", storageClass.reclaimPolicy())
                .put("storageClassName", storageClass.metadata().name())
                .put("volumeMode", view.volumeMode());
        spec.object("hostPath").put("path", path).put("type", "DirectoryOrCreate");
        PersistentVolumeChange.write(spec.object("claimRef"), view);
        if (!hostname.isEmpty()) {
            var term = spec.object("nodeAffinity")
                    .object("required")
                    .list("nodeSelectorTerms")
                    .addObject()
                    .list("matchExpressions")
                    .addObject();
            term.put("key", NAME_LABEL).put("operator", "In").list("values").add(hostname);
        }
        return draft;
    }
}
