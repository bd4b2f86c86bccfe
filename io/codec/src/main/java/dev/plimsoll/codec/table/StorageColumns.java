package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The columns of volumes, claims on them, and the kinds of storage.k8s.io. */
public final class StorageColumns {
    private static final String UNSET = "<unset>";
    private static final String UNKNOWN = "<unknown>";

    /** Access modes in the order in which they are shown. */
    private static final Map<String, String> MODES = Map.of(
            "ReadWriteOnce", "RWO",
            "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX",
            "ReadWriteOncePod", "RWOP");

    private static final List<String> MODE_ORDER =
            List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod");

    public static final Columns CLAIMS = Columns.of(
            "v1 PersistentVolumeClaim",
            Column.objectName(),
            Column.text("Status", StorageColumns::phase),
            Column.text("Volume", row -> row.text("spec.volumeName")),
            Column.text("Capacity", row -> isBound(row) ? row.text("status.capacity.storage") : ""),
            Column.text("Access Modes", row -> isBound(row) ? modes(row.at("status.accessModes")) : ""),
            Column.text("StorageClass", StorageColumns::claimClass),
            Column.text("VolumeAttributesClass", row -> given(row, "spec.volumeAttributesClassName", UNSET)),
            Column.age(),
            Column.text("VolumeMode", row -> given(row, "spec.volumeMode", UNSET))
                    .wide());

    public static final Columns VOLUMES = Columns.of(
            "v1 PersistentVolume",
            Column.objectName(),
            Column.text("Capacity", row -> row.text("spec.capacity.storage")),
            Column.text("Access Modes", row -> modes(row.at("spec.accessModes"))),
            Column.text("Reclaim Policy", row -> row.text("spec.persistentVolumeReclaimPolicy")),
            Column.text("Status", StorageColumns::phase),
            Column.text("Claim", StorageColumns::claim),
            Column.text(
                    "StorageClass",
                    row -> annotated(
                            row, "volume.beta.kubernetes.io/storage-class", row.text("spec.storageClassName"))),
            Column.text("VolumeAttributesClass", row -> given(row, "spec.volumeAttributesClassName", UNSET)),
            Column.text("Reason", row -> row.text("status.reason")),
            Column.age(),
            Column.text("VolumeMode", row -> given(row, "spec.volumeMode", UNSET))
                    .wide());

    public static final Columns STORAGE_CLASSES = Columns.of(
            "storage.k8s.io/v1 StorageClass",
            Column.objectName().showing(row -> defaultMarked(row, "storageclass.kubernetes.io/is-default-class")),
            Column.text("Provisioner", row -> row.text("provisioner")),
            Column.text("ReclaimPolicy", row -> given(row, "reclaimPolicy", "Delete")),
            Column.text("VolumeBindingMode", row -> given(row, "volumeBindingMode", UNSET)),
            Column.flag("AllowVolumeExpansion", "allowVolumeExpansion").ofType("string"),
            Column.age());

    public static final Columns DRIVERS = Columns.of(
            "storage.k8s.io/v1 CSIDriver",
            Column.objectName(),
            Column.flag("AttachRequired", "spec.attachRequired"),
            Column.flag("PodInfoOnMount", "spec.podInfoOnMount"),
            Column.flag("StorageCapacity", "spec.storageCapacity"),
            Column.text("TokenRequests", row -> joinedOr(row.at("spec.tokenRequests"), "audience", UNSET)),
            Column.flag("RequiresRepublish", "spec.requiresRepublish"),
            Column.text("Modes", StorageColumns::lifecycleModes),
            Column.age());

    public static final Columns NODES = Columns.of(
            "storage.k8s.io/v1 CSINode",
            Column.objectName(),
            Column.number("Drivers", row -> row.at("spec.drivers").size()),
            Column.age());

    public static final Columns ATTACHMENTS = Columns.of(
            "storage.k8s.io/v1 VolumeAttachment",
            Column.objectName(),
            Column.text("Attacher", row -> row.text("spec.attacher")),
            Column.text("PV", row -> row.text("spec.source.persistentVolumeName")),
            Column.text("Node", row -> row.text("spec.nodeName")),
            Column.flag("Attached", "status.attached"),
            Column.age());

    public static final Columns ATTRIBUTES_CLASSES = Columns.of(
            "storage.k8s.io/v1 VolumeAttributesClass",
            Column.objectName()
                    .showing(row -> defaultMarked(row, "volumeattributesclass.alpha.kubernetes.io/is-default-class")),
            Column.text("DriverName", row -> row.text("driverName")),
            Column.age());

    private StorageColumns() {}

    private static String phase(TableRow row) {
        return row.has("metadata.deletionTimestamp") ? "Terminating" : row.text("status.phase");
    }

    private static boolean isBound(TableRow row) {
        return !row.text("spec.volumeName").isEmpty();
    }

    private static String given(TableRow row, String path, String otherwise) {
        return row.has(path) ? row.text(path) : otherwise;
    }

    private static String claimClass(TableRow row) {
        return annotated(row, "volume.beta.kubernetes.io/storage-class", row.text("spec.storageClassName"));
    }

    private static String annotated(TableRow row, String annotation, String otherwise) {
        var value = row.at("metadata.annotations").path(annotation);
        return TableRow.isGiven(value) ? TableRow.text(value) : otherwise;
    }

    private static String claim(TableRow row) {
        return row.has("spec.claimRef")
                ? row.text("spec.claimRef.namespace") + "/" + row.text("spec.claimRef.name")
                : "";
    }

    private static String modes(JsonNode given) {
        var sent = TableRow.texts(given);
        var shown = new ArrayList<String>();
        for (var mode : MODE_ORDER) if (sent.contains(mode)) shown.add(MODES.getOrDefault(mode, mode));
        return String.join(",", shown);
    }

    private static JsonNode defaultMarked(TableRow row, String annotation) {
        var name = row.text("metadata.name");
        var marked =
                TableRow.text(row.at("metadata.annotations").path(annotation)).equals("true");
        return Column.textNode(marked ? name + " (default)" : name);
    }

    private static String joinedOr(JsonNode list, String name, String otherwise) {
        var texts = new ArrayList<String>();
        for (var item : list) texts.add(TableRow.text(item.path(name)));
        return texts.isEmpty() ? otherwise : String.join(",", texts);
    }

    private static String lifecycleModes(TableRow row) {
        var modes = TableRow.texts(row.at("spec.volumeLifecycleModes"));
        return modes.isEmpty() ? UNKNOWN : String.join(",", modes);
    }
}
