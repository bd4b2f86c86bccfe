package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.kinds.defaults.FlowControlDefaults;
import dev.plimsoll.kinds.rules.FlowControlRules;
import java.util.List;

/** The kinds of flowcontrol.apiserver.k8s.io. */
final class FlowControlKinds {
    static final List<KindDescriptor> ALL = List.of(
            kind("FlowSchema", "flowschemas")
                    .columns(() -> ClusterColumns.FLOW_SCHEMAS)
                    .defaults(FlowControlDefaults::flowSchema)
                    .rules(FlowControlRules::flowSchema)
                    .statusKeepsMetadata()
                    .build(),
            kind("PriorityLevelConfiguration", "prioritylevelconfigurations")
                    .columns(() -> ClusterColumns.PRIORITY_LEVELS)
                    .defaults(FlowControlDefaults::priorityLevel)
                    .rules(FlowControlRules::priorityLevel)
                    .statusKeepsMetadata()
                    .build());

    private FlowControlKinds() {}

    private static KindDescriptorBuilder kind(String name, String plural) {
        return KindDescriptor.of("flowcontrol.apiserver.k8s.io/v1", name, plural)
                .clusterScoped()
                .tracksGeneration()
                .status();
    }
}
