package dev.plimsoll.kinds.rules.storage;

import dev.plimsoll.core.validation.syntax.PathSyntax;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Volumes of a cluster. */
public final class PersistentVolumeRules {
    private static final List<String> RECLAIMS = List.of("Delete", "Recycle", "Retain");
    private static final List<String> PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final List<String> SOURCES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");

    private PersistentVolumeRules() {}

    public static void check(FieldValue volume, Findings found) {
        var spec = volume.field("spec");
        var modes = spec.field("accessModes");
        if (modes.isEmpty()) found.required(modes);
        PersistentVolumeClaimRules.accessModes(modes, found);
        capacity(spec.field("capacity"), found);
        found.oneOfIfGiven(spec.field("persistentVolumeReclaimPolicy"), RECLAIMS);
        source(spec, found);
        NameRules.subdomainIfGiven(spec.field("storageClassName"), found);
        found.oneOfIfGiven(spec.field("volumeMode"), PersistentVolumeClaimRules.VOLUME_MODES);
        NameRules.subdomainIfGiven(spec.field("volumeAttributesClassName"), found);
    }

    private static void capacity(FieldValue capacity, Findings found) {
        if (capacity.isEmpty()) found.required(capacity);
        if (capacity.node().size() != 1 || !capacity.node().has(PersistentVolumeClaimRules.STORAGE)) {
            found.notSupportedShown(capacity, capacity.json(), List.of(PersistentVolumeClaimRules.STORAGE));
        }
        for (var entry : capacity.node().properties()) {
            var amount = capacity.key(entry.getKey());
            var read = AmountFieldRules.read(amount);
            if (read != null && read.sign() < 0) {
                found.invalidShown(amount, Long.toString(read.value()), "must be a valid resource quantity");
            }
            AmountFieldRules.positive(amount, found);
        }
    }

    private static void source(FieldValue spec, Findings found) {
        var given = SOURCES.stream().filter(name -> spec.field(name).isGiven()).toList();
        if (given.isEmpty()) found.required(spec, "must specify a volume type");
        for (var surplus : given.stream().skip(1).toList()) {
            found.forbidden(spec.field(surplus), "may not specify more than 1 volume type");
        }
        if (!given.isEmpty() && given.getFirst().equals("hostPath")) hostPath(spec.field("hostPath"), found);
        if (!given.isEmpty()
                && given.getFirst().equals("local")
                && spec.field("local").field("path").isEmpty()) {
            found.required(spec.field("local").field("path"));
        }
        if (!given.isEmpty() && given.getFirst().equals("csi")) csi(spec.field("csi"), found);
    }

    private static void hostPath(FieldValue source, Findings found) {
        var path = source.field("path");
        if (path.isEmpty()) {
            found.required(path);
            return;
        }
        found.misspelled(path, PathSyntax.withoutBacksteps(path.text()));
        found.oneOfIfGiven(source.field("type"), PATH_TYPES);
    }

    private static void csi(FieldValue source, Findings found) {
        NameRules.csiDriver(source.field("driver"), found);
        if (source.field("volumeHandle").isEmpty()) found.required(source.field("volumeHandle"));
    }
}
