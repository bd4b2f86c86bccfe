package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of volumes, claims and the kinds of storage.k8s.io, and what new ones begin with. */
public final class StorageDefaults {
    private static final String PENDING = "Pending";

    private StorageDefaults() {}

    public static void claim(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> Defaults.text(spec, "volumeMode", "Filesystem"));
        Defaults.inside(document, "status", status -> Defaults.text(status, "phase", PENDING));
    }

    /** A claim in use is not deleted before its last pod is gone. */
    public static void newClaim(ObjectNode document) {
        document.putObject("status").put("phase", PENDING);
        protect(document, "kubernetes.io/pvc-protection");
        Defaults.inside(document, "spec", StorageDefaults::dataSource);
    }

    /** The two fields that name a source say the same: whoever knows only one of them reads it there. */
    private static void dataSource(ObjectNode spec) {
        // Sources in other namespaces are behind a gate that is off.
        if (!spec.path("dataSourceRef").path("namespace").asText("").isEmpty()) spec.remove("dataSourceRef");
        if (!(spec.get("dataSourceRef") instanceof ObjectNode) && !isFirstKindOfSource(spec.path("dataSource"))) {
            spec.remove("dataSource");
        }
        var source = spec.get("dataSource");
        var reference = spec.get("dataSourceRef");
        if (source instanceof ObjectNode && !(reference instanceof ObjectNode)) {
            spec.set("dataSourceRef", source.deepCopy());
        } else if (reference instanceof ObjectNode && !(source instanceof ObjectNode)) {
            spec.set("dataSource", reference.deepCopy());
        }
    }

    /** The older of the two fields knows claims and snapshots only, and passes over all else. */
    private static boolean isFirstKindOfSource(JsonNode source) {
        var kind = source.path("kind").asText();
        return switch (source.path("apiGroup").asText("")) {
            case "" -> kind.equals("PersistentVolumeClaim");
            case "snapshot.storage.k8s.io" -> kind.equals("VolumeSnapshot");
            default -> false;
        };
    }

    public static void volume(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> {
            Defaults.text(spec, "persistentVolumeReclaimPolicy", "Retain");
            Defaults.text(spec, "volumeMode", "Filesystem");
            source(spec);
        });
        Defaults.inside(document, "status", status -> Defaults.text(status, "phase", PENDING));
    }

    /** What a volume comes from has defaults of its own. */
    private static void source(ObjectNode spec) {
        Defaults.inside(spec, "hostPath", it -> Defaults.text(it, "type", ""));
        Defaults.inside(spec, "iscsi", it -> Defaults.text(it, "iscsiInterface", "default"));
        Defaults.inside(spec, "rbd", it -> {
            Defaults.text(it, "pool", "rbd");
            Defaults.text(it, "user", "admin");
            Defaults.text(it, "keyring", "/etc/ceph/keyring");
        });
        Defaults.inside(spec, "azureDisk", it -> {
            Defaults.text(it, "cachingMode", "ReadWrite");
            Defaults.text(it, "kind", "Shared");
            Defaults.text(it, "fsType", "ext4");
            Defaults.flag(it, "readOnly", false);
        });
        Defaults.inside(spec, "scaleIO", it -> {
            Defaults.text(it, "storageMode", "ThinProvisioned");
            Defaults.text(it, "fsType", "xfs");
        });
    }

    public static void newVolume(ObjectNode document) {
        var status = document.putObject("status").put("phase", PENDING);
        var created = document.path("metadata").path("creationTimestamp");
        if (created.isTextual()) status.set("lastPhaseTransitionTime", created);
        protect(document, "kubernetes.io/pv-protection");
    }

    public static void storageClass(ObjectNode document) {
        Defaults.text(document, "reclaimPolicy", "Delete");
        Defaults.text(document, "volumeBindingMode", "Immediate");
    }

    public static void newAttributesClass(ObjectNode document) {
        protect(document, "kubernetes.io/vac-protection");
    }

    public static void driver(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> {
            Defaults.flag(spec, "attachRequired", true);
            Defaults.text(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
            Defaults.list(spec, "volumeLifecycleModes", "Persistent");
            for (var name : new String[] {
                "podInfoOnMount",
                "preventPodSchedulingIfMissing",
                "requiresRepublish",
                "seLinuxMount",
                "storageCapacity"
            }) {
                Defaults.flag(spec, name, false);
            }
        });
    }

    private static void protect(ObjectNode document, String finalizer) {
        var metadata = document.withObject("/metadata");
        var finalizers = metadata.get("finalizers") instanceof ArrayNode list ? list : metadata.putArray("finalizers");
        for (var each : finalizers) if (each.asText().equals(finalizer)) return;
        finalizers.add(finalizer);
    }
}
