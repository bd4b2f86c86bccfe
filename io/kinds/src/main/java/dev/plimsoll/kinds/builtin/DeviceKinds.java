package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.defaults.DeviceDefaults;
import dev.plimsoll.kinds.rules.DeviceRules;
import java.util.List;

/** The kinds of resource.k8s.io: devices, and claims on them. */
final class DeviceKinds {
    static final List<KindDescriptor> ALL = List.of(
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
                    .rules(DeviceRules::taintRule)
                    .returnsDeleted()
                    .build(),
            kind("ResourceClaim", "resourceclaims")
                    .status()
                    .columns(() -> ClusterColumns.RESOURCE_CLAIMS)
                    .defaults(DeviceDefaults::claim)
                    .returnsDeleted()
                    .rules(DeviceRules::claim)
                    .immutable("spec")
                    .statusKeepsMetadata()
                    .build(),
            kind("ResourceClaimTemplate", "resourceclaimtemplates")
                    .defaults(DeviceDefaults::claimTemplate)
                    .returnsDeleted()
                    .rules(DeviceRules::claimTemplate)
                    .immutable("spec")
                    .build(),
            kind("ResourceSlice", "resourceslices")
                    .clusterScoped()
                    .tracksGeneration()
                    .columns(() -> ClusterColumns.RESOURCE_SLICES)
                    .selectableFields(SelectableFields.of("spec.nodeName", "spec.driver", "spec.pool.name"))
                    .returnsDeleted()
                    .rules(DeviceRules::slice)
                    .warnings(DeviceRules::warnings)
                    .immutable("spec.driver", "spec.pool.name", "spec.nodeName")
                    .build());

    private DeviceKinds() {}

    private static KindDescriptorBuilder kind(String name, String plural) {
        return KindDescriptor.of("resource.k8s.io/v1", name, plural);
    }
}
