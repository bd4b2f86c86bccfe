package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.PolicyColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.KindDescriptor;
import java.util.List;

/** The kinds of scheduling.k8s.io, node.k8s.io and metrics.k8s.io. */
final class NodeKinds {
    static final List<Kind> SCHEDULING =
            List.of(KindDescriptor.of("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses")
                    .clusterScoped()
                    .shortNames("pc")
                    .tracksGeneration()
                    .columns(() -> PolicyColumns.PRIORITY_CLASSES)
                    .build());

    static final List<Kind> NODE = List.of(KindDescriptor.of("node.k8s.io/v1", "RuntimeClass", "runtimeclasses")
            .clusterScoped()
            .columns(() -> PolicyColumns.RUNTIME_CLASSES)
            .build());

    static final List<Kind> METRICS = List.of(
            KindDescriptor.of("metrics.k8s.io/v1beta1", "NodeMetrics", "nodes")
                    .clusterScoped()
                    .build(),
            KindDescriptor.of("metrics.k8s.io/v1beta1", "PodMetrics", "pods").build());

    private NodeKinds() {}
}
