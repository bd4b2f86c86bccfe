package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.PolicyColumns;
import dev.plimsoll.kinds.rules.PolicyRules;
import dev.plimsoll.kinds.strategy.builtin.PriorityClassStrategy;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.node.RuntimeClassObject;
import dev.plimsoll.objects.scheduling.PriorityClassObject;
import java.util.List;

/** The kinds of scheduling.k8s.io, node.k8s.io and metrics.k8s.io. */
final class NodeKinds {
    static final List<KindDescriptor> SCHEDULING = List.of(KindDescriptor.of(PriorityClassObject.KIND)
            .shortNames("pc")
            .tracksGeneration()
            .columns(() -> PolicyColumns.PRIORITY_CLASSES)
            .rules(PolicyRules::priorityClass)
            .strategy(PriorityClassStrategy::new)
            .build());

    static final List<KindDescriptor> NODE = List.of(KindDescriptor.of(RuntimeClassObject.KIND)
            .columns(() -> PolicyColumns.RUNTIME_CLASSES)
            .rules(PolicyRules::runtimeClass)
            .immutable("handler")
            .build());

    static final List<KindDescriptor> METRICS = List.of(
            KindDescriptor.of("metrics.k8s.io/v1beta1", "NodeMetrics", "nodes")
                    .clusterScoped()
                    .build(),
            KindDescriptor.of(PodMetricsObject.KIND).build());

    private NodeKinds() {}
}
