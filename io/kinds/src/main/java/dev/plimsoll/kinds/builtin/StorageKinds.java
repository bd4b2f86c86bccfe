package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.codec.table.StorageColumns;
import dev.plimsoll.kinds.defaults.StorageDefaults;
import dev.plimsoll.kinds.rules.field.ImmutableFields;
import dev.plimsoll.kinds.rules.storage.StorageRules;
import java.util.List;

/** The kinds of storage.k8s.io and storagemigration.k8s.io. */
final class StorageKinds {
    static final List<KindDescriptor> STORAGE = List.of(
            kind("CSIDriver", "csidrivers")
                    .clusterScoped()
                    .columns(() -> StorageColumns.DRIVERS)
                    .defaults(StorageDefaults::driver)
                    .returnsDeleted()
                    .rules(StorageRules::csiDriver)
                    .warnings(StorageRules::driverWarnings)
                    .build(),
            kind("CSINode", "csinodes")
                    .clusterScoped()
                    .status()
                    .columns(() -> StorageColumns.NODES)
                    .returnsDeleted()
                    .rules(StorageRules::csiNode)
                    .build(),
            kind("CSIStorageCapacity", "csistoragecapacities")
                    .columns(Columns::nameAndCreation)
                    .rules(StorageRules::csiStorageCapacity)
                    .immutable("nodeTopology", "storageClassName")
                    .build(),
            kind("StorageClass", "storageclasses")
                    .clusterScoped()
                    .shortNames("sc")
                    .columns(() -> StorageColumns.STORAGE_CLASSES)
                    .defaults(StorageDefaults::storageClass)
                    .returnsDeleted()
                    .rules(StorageRules::storageClass)
                    .immutable(ImmutableFields.forbidden(
                            "parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"))
                    .build(),
            kind("VolumeAttachment", "volumeattachments")
                    .clusterScoped()
                    .status()
                    .columns(() -> StorageColumns.ATTACHMENTS)
                    .returnsDeleted()
                    .rules(StorageRules::volumeAttachment)
                    .immutable("spec")
                    .statusKeepsMetadata()
                    .build(),
            kind("VolumeAttributesClass", "volumeattributesclasses")
                    .clusterScoped()
                    .shortNames("vac")
                    .columns(() -> StorageColumns.ATTRIBUTES_CLASSES)
                    .preparedWith(StorageDefaults::newAttributesClass)
                    .returnsDeleted()
                    .rules(StorageRules::volumeAttributesClass)
                    .immutable("driverName", "parameters")
                    .build());

    static final List<KindDescriptor> MIGRATION = List.of(
            KindDescriptor.of("storagemigration.k8s.io/v1", "StorageVersionMigration", "storageversionmigrations")
                    .clusterScoped()
                    .status()
                    .storageVersion("v1beta1")
                    .columns(() -> ClusterColumns.MIGRATIONS)
                    .rules(StorageRules::migration)
                    .statusKeepsMetadata()
                    .build());

    private StorageKinds() {}

    private static KindDescriptorBuilder kind(String name, String plural) {
        return KindDescriptor.of("storage.k8s.io/v1", name, plural);
    }
}
