package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.AutoscalerColumns;
import dev.plimsoll.codec.table.PolicyColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.rules.PolicyRules;
import dev.plimsoll.kinds.strategy.workload.AutoscalerStrategy;
import dev.plimsoll.kinds.strategy.workload.OlderAutoscalerStrategy;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaCheckpointObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.policy.DisruptionBudgetObject;
import java.util.List;

/** The kinds of autoscaling, autoscaling.k8s.io and policy. */
final class AutoscalingKinds {
    static final List<KindDescriptor> AUTOSCALING = List.of(
            horizontal(KindDescriptor.of(HorizontalPodAutoscalerObject.KIND))
                    .strategy(AutoscalerStrategy::new)
                    .build(),
            horizontal(KindDescriptor.of("autoscaling/v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers"))
                    .shownThrough(new AutoscalerConverter())
                    .strategy(OlderAutoscalerStrategy::new)
                    .build());

    static final List<KindDescriptor> VERTICAL = List.of(
            KindDescriptor.of(ObjectKind.untyped(VpaObject.RESOURCE))
                    .shortNames("vpa")
                    .tracksGeneration()
                    .status()
                    .columns(() -> AutoscalerColumns.VERTICAL)
                    .build(),
            KindDescriptor.of(ObjectKind.untyped(VpaCheckpointObject.RESOURCE))
                    .shortNames("vpacheckpoint")
                    .tracksGeneration()
                    .build());

    static final List<KindDescriptor> POLICY = List.of(KindDescriptor.of(DisruptionBudgetObject.KIND)
            .named(Naming.PATH_SEGMENT)
            .shortNames("pdb")
            .tracksGeneration()
            .status()
            .columns(() -> PolicyColumns.DISRUPTION_BUDGETS)
            .rules(PolicyRules::disruptionBudget)
            .checksMetadataLast()
            .build());

    private AutoscalingKinds() {}

    private static KindDescriptorBuilder horizontal(KindDescriptorBuilder version) {
        return version.shortNames("hpa")
                .categories("all")
                .tracksGeneration()
                .status()
                .columns(() -> AutoscalerColumns.HORIZONTAL);
    }
}
