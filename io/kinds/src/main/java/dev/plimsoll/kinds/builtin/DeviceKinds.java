package dev.plimsoll.kinds.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.defaults.DeviceDefaults;
import dev.plimsoll.kinds.defaults.DroppedFields;
import dev.plimsoll.kinds.rules.DeviceClassRules;
import dev.plimsoll.kinds.rules.DeviceRules;
import java.util.List;
import java.util.function.Consumer;

/** The kinds of resource.k8s.io: devices, and claims on them. */
final class DeviceKinds {
    private static final Consumer<ObjectNode> CLAIM = DroppedFields.of(
            "spec.devices.requests.*.exactly.derivedAttributes",
            "spec.devices.requests.*.firstAvailable.*.derivedAttributes");
    private static final Consumer<ObjectNode> TEMPLATE = DroppedFields.of(
            "spec.spec.devices.requests.*.exactly.derivedAttributes",
            "spec.spec.devices.requests.*.firstAvailable.*.derivedAttributes");
    private static final Consumer<ObjectNode> SLICE = DroppedFields.of(
            "spec.partitionTypeAttribute",
            "spec.skipNodeOperations",
            "spec.devices.*.nodeAllocatableResources",
            "spec.devices.*.consumesCounters.*.compatibilityGroups");

    static final List<KindDescriptor> ALL = List.of(
            kind("DeviceClass", "deviceclasses")
                    .named(Naming.LONG_NAME)
                    .clusterScoped()
                    .tracksGeneration()
                    .returnsDeleted()
                    .rules(DeviceClassRules::check)
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
                    .defaults(CLAIM.andThen(DeviceDefaults::claim))
                    .returnsDeleted()
                    .rules(DeviceRules::claim)
                    .immutable("spec")
                    .statusKeepsMetadata()
                    .build(),
            kind("ResourceClaimTemplate", "resourceclaimtemplates")
                    .defaults(TEMPLATE.andThen(DeviceDefaults::claimTemplate))
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
                    .defaults(SLICE)
                    .preparedWith(DeviceDefaults::newSlice)
                    .rules(DeviceRules::slice)
                    .warnings(DeviceRules::warnings)
                    .immutable("spec.driver", "spec.pool.name", "spec.nodeName")
                    .build());

    private DeviceKinds() {}

    private static KindDescriptorBuilder kind(String name, String plural) {
        return KindDescriptor.of("resource.k8s.io/v1", name, plural);
    }
}
