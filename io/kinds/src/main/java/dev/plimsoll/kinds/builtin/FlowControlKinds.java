package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.ClusterColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.KindDescriptor;
import dev.plimsoll.kinds.defaults.FlowControlDefaults;
import java.util.List;

/** The kinds of flowcontrol.apiserver.k8s.io. */
final class FlowControlKinds {
    static final List<Kind> ALL = List.of(
            kind("FlowSchema", "flowschemas")
                    .columns(() -> ClusterColumns.FLOW_SCHEMAS)
                    .defaults(FlowControlDefaults::flowSchema)
                    .build(),
            kind("PriorityLevelConfiguration", "prioritylevelconfigurations")
                    .columns(() -> ClusterColumns.PRIORITY_LEVELS)
                    .defaults(FlowControlDefaults::priorityLevel)
                    .build());

    private FlowControlKinds() {}

    private static KindDescriptor kind(String name, String plural) {
        return KindDescriptor.of("flowcontrol.apiserver.k8s.io/v1", name, plural)
                .clusterScoped()
                .tracksGeneration()
                .status();
    }
}
