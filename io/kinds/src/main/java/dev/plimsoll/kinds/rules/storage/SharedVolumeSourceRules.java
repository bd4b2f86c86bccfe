package dev.plimsoll.kinds.rules.storage;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.List;
import java.util.Map;

/** Sources that a volume of a pod and a PersistentVolume may both have. */
public final class SharedVolumeSourceRules {
    private static final int LAST_PARTITION = 255;
    private static final int LAST_LUN = 255;
    private static final int TENANT_BYTES = 65;
    private static final List<String> CACHING = List.of("None", "ReadOnly", "ReadWrite");
    private static final List<String> DISK_KINDS = List.of("Dedicated", "Managed", "Shared");

    /** Sources of which nothing is looked at but whether these are there, in the order in which they are missed. */
    private static final Map<String, List<String>> REQUIRED = Map.ofEntries(
            Map.entry("awsElasticBlockStore", List.of("volumeID")),
            Map.entry("gitRepo", List.of("repository")),
            Map.entry("glusterfs", List.of("endpoints", "path")),
            Map.entry("persistentVolumeClaim", List.of("claimName")),
            Map.entry("rbd", List.of("monitors", "image")),
            Map.entry("flexVolume", List.of("driver")),
            Map.entry("cinder", List.of("volumeID")),
            Map.entry("cephfs", List.of("monitors")),
            Map.entry("azureFile", List.of("secretName", "shareName")),
            Map.entry("vsphereVolume", List.of("volumePath")),
            Map.entry("azureDisk", List.of("diskName", "diskURI")),
            Map.entry("photonPersistentDisk", List.of("pdID")),
            Map.entry("portworxVolume", List.of("volumeID")),
            Map.entry("scaleIO", List.of("gateway", "system", "volumeName")));

    private SharedVolumeSourceRules() {}

    /** What is wrong with a source of this name, of a volume or of the spec of a PersistentVolume. */
    public static void check(String name, FieldValue source, FieldValue owner, Findings found) {
        for (var required : REQUIRED.getOrDefault(name, List.of())) {
            if (source.field(required).isEmpty()) found.required(source.field(required));
        }
        switch (name) {
            case "gcePersistentDisk" -> {
                // Messages have the name that the source had once.
                var disk = new FieldValue(source.node(), owner, "persistentDisk");
                if (disk.field("pdName").isEmpty()) found.required(disk.field("pdName"));
                partition(disk.field("partition"), found);
            }
            case "awsElasticBlockStore" -> partition(source.field("partition"), found);
            case "azureDisk" -> azureDisk(source, found);
            case "flexVolume" -> flex(source.field("options"), found);
            case "nfs" -> nfs(source, found);
            case "iscsi" -> iscsi(source, found);
            case "flocker" -> flocker(source, found);
            case "fc" -> fibreChannel(source, found);
            case "quobyte" -> quobyte(source, found);
            default -> {}
        }
    }

    private static void partition(FieldValue number, Findings found) {
        if (number.number() < 0 || number.number() > LAST_PARTITION)
            found.invalidNumber(number, "must be between 1 and " + LAST_PARTITION + ", inclusive");
    }

    private static void azureDisk(FieldValue source, Findings found) {
        if (source.field("cachingMode").isGiven()) found.oneOf(source.field("cachingMode"), CACHING);
        var kind = source.field("kind");
        if (kind.isGiven()) found.oneOf(kind, DISK_KINDS);
        var uri = source.field("diskURI");
        var isManaged = kind.text().equals("Managed");
        if (isManaged && !uri.text().startsWith("/subscriptions/")) {
            found.notSupported(
                    uri,
                    List.of(
                            "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"));
        } else if (!isManaged && !uri.text().startsWith("https://")) {
            found.notSupported(
                    uri, List.of("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"));
        }
    }

    private static void flex(FieldValue options, Findings found) {
        for (var entry : options.node().properties()) {
            var key = entry.getKey();
            var slash = key.indexOf('/');
            var namespace = slash < 0 ? "" : key.substring(0, slash);
            if (namespace.matches("(.*\\.)?(kubernetes|k8s)\\.io")) {
                found.invalidShown(
                        options.key(key), "\"" + key + "\"", "kubernetes.io and k8s.io namespaces are reserved");
            }
        }
    }

    private static void range(FieldValue number, int last, Findings found) {
        if (number.isGiven() && (number.number() < 0 || number.number() > last))
            found.invalidNumber(number, "must be between 0 and " + last + ", inclusive");
    }

    private static void nfs(FieldValue source, Findings found) {
        if (source.field("server").isEmpty()) found.required(source.field("server"));
        var path = source.field("path");
        if (path.isEmpty()) found.required(path);
        if (!path.text().startsWith("/")) found.invalid(path, "must be an absolute path");
    }

    private static void iscsi(FieldValue source, Findings found) {
        if (source.field("targetPortal").isEmpty()) found.required(source.field("targetPortal"));
        var iqn = source.field("iqn");
        if (iqn.isEmpty()) found.required(iqn);
        else named(iqn, found);
        range(source.field("lun"), LAST_LUN, found);
        var asksSecret = source.field("chapAuthDiscovery").isTrue()
                || source.field("chapAuthSession").isTrue();
        if (asksSecret && !source.field("secretRef").isGiven()) found.required(source.field("secretRef"));
        var initiator = source.field("initiatorName");
        if (initiator.isGiven()) named(new FieldValue(initiator.node(), source, "initiatorname"), found);
    }

    private static void named(FieldValue name, Findings found) {
        var text = name.text();
        if (!text.startsWith("iqn") && !text.startsWith("eui") && !text.startsWith("naa")) {
            found.invalid(name, "must be valid format starting with iqn, eui, or naa");
        } else if (text.startsWith("iqn") && !text.matches("iqn\\.\\d{4}-\\d{2}\\.([a-zA-Z0-9.-]+)(:[^,;*&$|\\s]+)")) {
            found.invalid(name, "must be valid format");
        } else if (text.startsWith("eui") && !text.matches("eui\\.[0-9a-fA-F]{16}")) {
            found.invalid(name, "must be valid format");
        } else if (text.startsWith("naa") && !text.matches("naa\\.[0-9a-fA-F]{32}")) {
            found.invalid(name, "must be valid format");
        }
    }

    private static void flocker(FieldValue source, Findings found) {
        var name = source.field("datasetName");
        var uuid = source.field("datasetUUID");
        if (name.isEmpty() && uuid.isEmpty()) found.required(source, "one of datasetName and datasetUUID is required");
        if (!name.isEmpty() && !uuid.isEmpty()) {
            found.invalidShown(
                    source, "\"resource\"", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (name.text().contains("/")) found.invalid(name, "must not contain '/'");
    }

    private static void fibreChannel(FieldValue source, Findings found) {
        var wwns = source.field("targetWWNs");
        var wwids = source.field("wwids");
        if (wwns.isEmpty() && wwids.isEmpty()) {
            found.required(wwns, "must specify either targetWWNs or wwids, but not both");
        }
        if (!wwns.isEmpty() && !wwids.isEmpty()) {
            found.invalidShown(wwns, wwns.json(), "targetWWNs and wwids can not be specified simultaneously");
        }
        if (wwns.isEmpty()) return;
        var lun = source.field("lun");
        if (!lun.isGiven()) found.required(lun, "lun is required if targetWWNs is specified");
        else range(lun, LAST_LUN, found);
    }

    private static void quobyte(FieldValue source, Findings found) {
        var registry = source.field("registry");
        if (registry.isEmpty()) {
            found.required(registry, "must be a host:port pair or multiple pairs separated by commas");
        } else if (source.field("tenant").text().length() >= TENANT_BYTES) {
            found.required(source.field("tenant"), "must be a UUID and may not exceed a length of 64 characters");
        } else {
            for (var pair : registry.text().split(",", -1)) {
                if (!pair.matches("[^:]*:[^:]*")) {
                    found.invalid(registry, "must be a host:port pair or multiple pairs separated by commas");
                }
            }
        }
        if (source.field("volume").isEmpty()) found.required(source.field("volume"));
    }
}
