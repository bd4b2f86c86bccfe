package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.KindDescriptor;
import dev.plimsoll.kinds.defaults.DeviceDefaults;
import java.util.List;

/** The kinds of resource.k8s.io: devices, and claims on them. */
final class DeviceKinds {
    static final List<Kind> ALL = List.of(
            kind("DeviceClass", "deviceclasses")
                    .named(Naming.LONG_NAME)
                    .clusterScoped()
                    .tracksGeneration()
                    .returnsDeleted()
                    .build(),
            kind("DeviceTaintRule", "devicetaintrules")
                    .clusterScoped()
                    .tracksGeneration()
                    .status()
                    .storageVersion("v1beta2")
                    .columns(() -> ClusterColumns.DEVICE_TAINTS)
                    .returnsDeleted()
                    .build(),
            kind("ResourceClaim", "resourceclaims")
                    .status()
                    .columns(() -> ClusterColumns.RESOURCE_CLAIMS)
                    .defaults(DeviceDefaults::claim)
                    .returnsDeleted()
                    .build(),
            kind("ResourceClaimTemplate", "resourceclaimtemplates")
                    .defaults(DeviceDefaults::claimTemplate)
                    .returnsDeleted()
                    .build(),
            kind("ResourceSlice", "resourceslices")
                    .clusterScoped()
                    .tracksGeneration()
                    .columns(() -> ClusterColumns.RESOURCE_SLICES)
                    .selectableFields(SelectableFields.of("spec.nodeName", "spec.driver", "spec.pool.name"))
                    .returnsDeleted()
                    .build());

    private DeviceKinds() {}

    private static KindDescriptor kind(String name, String plural) {
        return KindDescriptor.of("resource.k8s.io/v1", name, plural);
    }
}
