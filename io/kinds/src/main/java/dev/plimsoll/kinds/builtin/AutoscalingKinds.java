package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.AutoscalerColumns;
import dev.plimsoll.codec.table.PolicyColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.KindDescriptor;
import java.util.List;

/** The kinds of autoscaling, autoscaling.k8s.io and policy. */
final class AutoscalingKinds {
    static final List<Kind> AUTOSCALING = List.of(
            horizontal("autoscaling/v2").build(),
            horizontal("autoscaling/v1").shownThrough(new AutoscalerConverter()).build());

    static final List<Kind> VERTICAL = List.of(
            KindDescriptor.of("autoscaling.k8s.io/v1", "VerticalPodAutoscaler", "verticalpodautoscalers")
                    .shortNames("vpa")
                    .tracksGeneration()
                    .status()
                    .columns(() -> AutoscalerColumns.VERTICAL)
                    .build(),
            KindDescriptor.of(
                            "autoscaling.k8s.io/v1",
                            "VerticalPodAutoscalerCheckpoint",
                            "verticalpodautoscalercheckpoints")
                    .shortNames("vpacheckpoint")
                    .tracksGeneration()
                    .build());

    static final List<Kind> POLICY =
            List.of(KindDescriptor.of("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets")
                    .named(Naming.PATH_SEGMENT)
                    .shortNames("pdb")
                    .tracksGeneration()
                    .status()
                    .columns(() -> PolicyColumns.DISRUPTION_BUDGETS)
                    .build());

    private AutoscalingKinds() {}

    private static KindDescriptor horizontal(String apiVersion) {
        return KindDescriptor.of(apiVersion, "HorizontalPodAutoscaler", "horizontalpodautoscalers")
                .shortNames("hpa")
                .categories("all")
                .tracksGeneration()
                .status()
                .columns(() -> AutoscalerColumns.HORIZONTAL);
    }
}
