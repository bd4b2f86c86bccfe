package dev.plimsoll.kinds.rules.storage;

import dev.plimsoll.core.validation.syntax.PathSyntax;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.field.NodeSelectorRules;
import java.util.List;

/** Volumes of a cluster. */
public final class PersistentVolumeRules {
    private static final List<String> RECLAIMS = List.of("Delete", "Recycle", "Retain");
    private static final List<String> SECRETS = List.of(
            "controllerPublishSecretRef", "controllerExpandSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef");
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

    private static final String NOT_INLINE = "may not be specified in the context of inline volumes";
    private static final String ONE_SOURCE = "may not specify more than 1 volume type";

    private PersistentVolumeRules() {}

    public static void check(FieldValue volume, Findings found) {
        var spec = volume.field("spec");
        var modes = spec.field("accessModes");
        if (modes.isEmpty()) found.required(modes);
        PersistentVolumeClaimRules.accessModes(modes, found);
        capacity(spec.field("capacity"), found);
        found.oneOfIfGiven(spec.field("persistentVolumeReclaimPolicy"), RECLAIMS);
        nodeAffinity(spec, found);
        source(spec, found);
        NameRules.subdomainIfGiven(spec.field("storageClassName"), found);
        found.oneOfIfGiven(spec.field("volumeMode"), PersistentVolumeClaimRules.VOLUME_MODES);
        var attributes = spec.field("volumeAttributesClassName");
        NameRules.subdomainIfGiven(attributes, found);
        if (!attributes.isEmpty() && !spec.field("csi").isGiven()) {
            found.required(spec.field("csi"), "has to be specified when using volumeAttributesClassName");
        }
    }

    /** A volume that stands in what attaches it, and not by itself. */
    static void inline(FieldValue spec, Findings found) {
        for (var name : List.of("claimRef", "capacity")) {
            if (spec.field(name).isGiven()) found.forbidden(spec.field(name), NOT_INLINE);
        }
        if (!spec.field("csi").isGiven()) {
            found.required(spec.field("csi"), "has to be specified in the context of inline volumes");
        }
        var modes = spec.field("accessModes");
        if (modes.isEmpty()) found.required(modes);
        PersistentVolumeClaimRules.accessModes(modes, found);
        var reclaim = spec.field("persistentVolumeReclaimPolicy");
        if (!reclaim.isEmpty() && !reclaim.text().equals("Retain")) {
            found.forbidden(reclaim, "may only be Retain in the context of inline volumes");
        }
        if (spec.field("nodeAffinity").isGiven()) found.forbidden(spec.field("nodeAffinity"), NOT_INLINE);
        source(spec, found);
        if (!spec.field("storageClassName").isEmpty()) found.forbidden(spec.field("storageClassName"), NOT_INLINE);
        var mode = spec.field("volumeMode");
        if (!mode.isEmpty() && !mode.text().equals("Filesystem")) {
            found.forbidden(mode, "may not specify volumeMode other than Filesystem in the context of inline volumes");
        }
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
            switch (surplus) {
                case "flexVolume" -> SharedVolumeSourceRules.check(surplus, spec.field(surplus), spec, found);
                // Messages name it as the source of Kubernetes does.
                case "cephfs" -> found.forbidden(spec.field("cephFS"), ONE_SOURCE);
                default -> found.forbidden(spec.field(surplus), ONE_SOURCE);
            }
        }
        if (!given.isEmpty()) source(given.getFirst(), spec, found);
    }

    private static void source(String name, FieldValue spec, Findings found) {
        var source = spec.field(name);
        SharedVolumeSourceRules.check(name, source, spec, found);
        switch (name) {
            case "hostPath" -> hostPath(source, found);
            case "local" -> {
                var path = source.field("path");
                if (path.isEmpty()) found.required(path);
                else found.misspelled(path, PathSyntax.withoutBacksteps(path.text()));
            }
            case "csi" -> csi(source, found);
            case "glusterfs" -> NameRules.labelIfGiven(source.field("endpointsNamespace"), found);
            case "cinder" -> secret(source.field("secretRef"), found);
            case "iscsi" -> {
                var secret = source.field("secretRef");
                if (secret.isGiven() && secret.field("name").isEmpty()) found.required(secret.field("name"));
            }
            case "storageos" -> {
                NameRules.requiredLabel(source.field("volumeName"), found);
                NameRules.labelIfGiven(source.field("volumeNamespace"), found);
                secret(source.field("secretRef"), found);
            }
            default -> {}
        }
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
        for (var name : SECRETS) {
            secret(source.field(name), found);
            NameRules.subdomainIfGiven(source.field(name).field("name"), found);
            NameRules.labelIfGiven(source.field(name).field("namespace"), found);
        }
    }

    private static void secret(FieldValue reference, Findings found) {
        if (!reference.isGiven()) return;
        for (var part : List.of("name", "namespace")) {
            if (reference.field(part).isEmpty()) found.required(reference.field(part));
        }
    }

    /** From which nodes the volume is reached. One on a disk of a machine is reached from there alone. */
    private static void nodeAffinity(FieldValue spec, Findings found) {
        var affinity = spec.field("nodeAffinity");
        if (affinity.isGiven()) {
            var required = affinity.field("required");
            if (required.isGiven()) NodeSelectorRules.check(required, found);
            else found.required(required, "must specify required node constraints");
        } else if (SOURCES.stream()
                .filter(name -> spec.field(name).isGiven())
                .findFirst()
                .filter("local"::equals)
                .isPresent()) {
            // Messages name the place where this once stood.
            found.required(FieldValue.at("metadata.annotations", spec.node()), "Local volume requires node affinity");
        }
    }
}
