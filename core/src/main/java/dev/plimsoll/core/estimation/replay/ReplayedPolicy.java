package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.PodSpec;

/**
 * What recommender and updater of one run go by.
 *
 * @param template the pods as their controller makes them
 * @param isPod whether the pod as a whole is recommended for
 * @param usesWhole whether its need comes from what its containers used together
 * @param ranges LimitRanges of its namespace
 */
record ReplayedPolicy(
        ResourcePolicy policy, PodSpec template, boolean isPod, boolean usesWhole, NamespaceRanges ranges) {
    /** At one level, whatever the pods of the workload use. */
    static ReplayedPolicy at(ReplayPlan plan, ReplayLevel level, NamespaceRanges ranges) {
        return new ReplayedPolicy(
                plan.policy(level), plan.template(level), level.isPod(), level == ReplayLevel.WHOLE, ranges);
    }

    /** At the level that the policy and the pods ask for. */
    static ReplayedPolicy asWritten(ReplayPlan plan, NamespaceRanges ranges) {
        var pods = plan.policy().podPolicies();
        var isPod =
                pods.mode().isExplicit() || (pods.mode() != PodMode.OFF && ManagedLevel.setsPodLevel(plan.template()));
        return new ReplayedPolicy(
                plan.policy(), plan.template(), isPod, isPod && pods.estimator() == EstimatorKind.WHOLE, ranges);
    }
}
