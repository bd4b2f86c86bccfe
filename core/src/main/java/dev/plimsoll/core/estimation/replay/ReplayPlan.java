package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodLevelSpec;
import dev.plimsoll.core.estimation.podlevel.PodRecommender;
import dev.plimsoll.core.estimation.podlevel.SummedContainers;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PolicyBounds;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.estimation.update.UpdateRules;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a replay assumes.
 *
 * @param template the pods as their controller makes them
 * @param wholeCores containers that are given whole cores
 * @param interval how often recommender and updater look
 */
public record ReplayPlan(
        PodSpec template,
        ResourcePolicy policy,
        UpdateMode mode,
        List<EvictionRequirement> evictionRequirements,
        Set<String> wholeCores,
        Duration interval,
        EstimatorSettings estimator,
        SamplingRules sampling,
        UsageScales scales,
        UpdateRules rules,
        ResourceAmounts containerMaxAllowed,
        ResourceAmounts podMaxAllowed) {
    private static final PodSpec NO_CONTAINERS = PodSpec.builder().build();

    /** Pods that ask for nothing, resized in place, everything else as upstream has it. */
    public static final ReplayPlan DEFAULT = new ReplayPlan(
            NO_CONTAINERS,
            ResourcePolicy.NONE,
            UpdateMode.IN_PLACE_OR_RECREATE,
            List.of(),
            Set.of(),
            Duration.ofMinutes(1),
            EstimatorSettings.DEFAULT,
            SamplingRules.DEFAULT,
            UsageScales.DEFAULT,
            UpdateRules.DEFAULT,
            ResourceAmounts.ABSENT,
            ResourceAmounts.ABSENT);

    public ReplayPlan {
        evictionRequirements = List.copyOf(evictionRequirements);
        wholeCores = Set.copyOf(wholeCores);
    }

    public ReplayPlan withTemplate(PodSpec changed) {
        return with(changed, policy, mode, interval);
    }

    public ReplayPlan withPolicy(ResourcePolicy changed) {
        return with(template, changed, mode, interval);
    }

    public ReplayPlan withMode(UpdateMode changed) {
        return with(template, policy, changed, interval);
    }

    public ReplayPlan withInterval(Duration changed) {
        return with(template, policy, mode, changed);
    }

    private ReplayPlan with(PodSpec newTemplate, ResourcePolicy newPolicy, UpdateMode newMode, Duration newInterval) {
        return new ReplayPlan(
                newTemplate,
                newPolicy,
                newMode,
                evictionRequirements,
                wholeCores,
                newInterval,
                estimator,
                sampling,
                scales,
                rules,
                containerMaxAllowed,
                podMaxAllowed);
    }

    /** The pods of one run when nothing was recommended yet. */
    PodSpec template(ReplayLevel level) {
        return switch (level) {
            case UNCHANGED -> template;
            case CONTAINERS -> template.withResources(ResourceRequirements.ABSENT);
            case POD, WHOLE -> isTranslated() ? PodLevelSpec.of(template) : template;
        };
    }

    /** Containers that ask for something in a pod that does not, and a policy that leaves the choice to the pod. */
    private boolean isTranslated() {
        return !policy.podPolicies().mode().isExplicit() && PodLevelSpec.canTranslate(template);
    }

    PodSpec created(PodSpec spec) {
        return PodCreation.DEFAULT.apply(spec).spec();
    }

    /** The policy of one run: the level that it is about is on, and the other one off. */
    ResourcePolicy policy(ReplayLevel level) {
        return policy.withPodPolicies(policy.podPolicies()
                .withMode(level.isPod() ? podMode() : PodMode.OFF)
                .withEstimator(level == ReplayLevel.WHOLE ? EstimatorKind.WHOLE : EstimatorKind.SUM));
    }

    /** As the policy says; where it leaves that to the pods, and these set nothing at pod level, full sharing. */
    private PodMode podMode() {
        var mode = policy.podPolicies().mode();
        if (mode.isExplicit()) return mode;
        return ManagedLevel.setsPodLevel(template(ReplayLevel.POD)) ? PodMode.AUTO : PodMode.POD_ONLY;
    }

    PodRecommender recommender() {
        return new PodRecommender(
                new Estimator(estimator), new PolicyBounds(containerMaxAllowed), new SummedContainers(podMaxAllowed));
    }
}
