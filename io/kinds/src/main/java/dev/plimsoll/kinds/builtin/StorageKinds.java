package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.codec.table.StorageColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.KindDescriptor;
import dev.plimsoll.kinds.defaults.StorageDefaults;
import java.util.List;

/** The kinds of storage.k8s.io and storagemigration.k8s.io. */
final class StorageKinds {
    static final List<Kind> STORAGE = List.of(
            kind("CSIDriver", "csidrivers")
                    .clusterScoped()
                    .columns(() -> StorageColumns.DRIVERS)
                    .defaults(StorageDefaults::driver)
                    .returnsDeleted()
                    .build(),
            kind("CSINode", "csinodes")
                    .clusterScoped()
                    .status()
                    .columns(() -> StorageColumns.NODES)
                    .returnsDeleted()
                    .build(),
            kind("CSIStorageCapacity", "csistoragecapacities")
                    .columns(Columns::nameAndCreation)
                    .build(),
            kind("StorageClass", "storageclasses")
                    .clusterScoped()
                    .shortNames("sc")
                    .columns(() -> StorageColumns.STORAGE_CLASSES)
                    .defaults(StorageDefaults::storageClass)
                    .returnsDeleted()
                    .build(),
            kind("VolumeAttachment", "volumeattachments")
                    .clusterScoped()
                    .status()
                    .columns(() -> StorageColumns.ATTACHMENTS)
                    .returnsDeleted()
                    .build(),
            kind("VolumeAttributesClass", "volumeattributesclasses")
                    .clusterScoped()
                    .shortNames("vac")
                    .columns(() -> StorageColumns.ATTRIBUTES_CLASSES)
                    .preparedWith(StorageDefaults::newAttributesClass)
                    .returnsDeleted()
                    .build());

    static final List<Kind> MIGRATION = List.of(
            KindDescriptor.of("storagemigration.k8s.io/v1", "StorageVersionMigration", "storageversionmigrations")
                    .clusterScoped()
                    .status()
                    .storageVersion("v1beta1")
                    .columns(() -> ClusterColumns.MIGRATIONS)
                    .build());

    private StorageKinds() {}

    private static KindDescriptor kind(String name, String plural) {
        return KindDescriptor.of("storage.k8s.io/v1", name, plural);
    }
}
