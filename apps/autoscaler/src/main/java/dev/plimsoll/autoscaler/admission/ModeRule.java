package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.FoundController;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.objects.autoscaling.vertical.PodPolicyNames;
import dev.plimsoll.objects.autoscaling.vertical.WrittenVpaSpec;
import java.util.Optional;

/** In-place modes are refused for pods with resources of their own where the cluster cannot resize those. */
final class ModeRule {
    private static final String FIELD = "spec.updatePolicy.updateMode";
    private static final String MESSAGE =
            "in-place resize of pod-level resources is not available in this cluster; use Recreate or Initial";

    private final ClusterState cluster;
    private final PodLevelResize resize;

    ModeRule(ClusterState cluster, PodLevelResize resize) {
        this.cluster = cluster;
        this.resize = resize;
    }

    /** Asked for new objects, and for those whose mode, target or policies for pods change. */
    Optional<FieldError> check(WrittenVpaSpec spec, Optional<WrittenVpaSpec> before, String namespace) {
        if (before.filter(spec::hasSameTargetAndModes).isPresent()) return Optional.empty();
        var mode = spec.updateMode().flatMap(UpdateMode::named);
        if (mode.filter(UpdateMode::isInPlace).isEmpty()) return Optional.empty();
        if (resize.isAvailable() || !isPodLevel(spec, namespace)) return Optional.empty();
        return Optional.of(FieldError.forbidden(FIELD, MESSAGE));
    }

    /** Whether pods are given resources as a whole, by what the object says or by the template of its target. */
    boolean isPodLevel(WrittenVpaSpec spec, String namespace) {
        var mode = PodPolicyNames.CURRENT.mode(spec.podPolicies()).orElse(PodMode.OFF);
        if (mode.isExplicit()) return true;
        return mode == PodMode.AUTO
                && spec.targetRef()
                        .filter(target -> cluster.controllers().find(namespace, target)
                                        instanceof FoundController.Controller controller
                                && controller.setsPodLevel())
                        .isPresent();
    }
}
