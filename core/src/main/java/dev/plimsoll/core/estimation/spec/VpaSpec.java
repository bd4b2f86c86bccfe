package dev.plimsoll.core.estimation.spec;

import dev.plimsoll.core.estimation.boost.StartupBoosts;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The spec of a VerticalPodAutoscaler. What an older client never wrote has its default.
 *
 * @param minReplicas 0 where the updater's own setting holds
 * @param evictAfterOom zero where the updater's own setting holds
 * @param tunings by the names of container policies
 * @param recommenders whose it is; empty for the default one's
 */
public record VpaSpec(
        CrossVersionObjectReference target,
        UpdateMode mode,
        int minReplicas,
        Duration evictAfterOom,
        List<EvictionRequirement> evictionRequirements,
        ResourcePolicy policy,
        Map<String, SamplingOverrides> tunings,
        StartupBoosts boosts,
        List<String> recommenders) {
    public VpaSpec {
        tunings = Map.copyOf(tunings);
        evictionRequirements = List.copyOf(evictionRequirements);
        recommenders = List.copyOf(recommenders);
    }

    /** How samples of a container are taken in, where the object says. */
    public SamplingOverrides tuning(String container) {
        var own = tunings.get(container);
        return own != null ? own : tunings.getOrDefault(ContainerPolicy.ANY, SamplingOverrides.NONE);
    }

    public boolean belongsTo(String recommender) {
        return recommenders.isEmpty() ? recommender.equals("default") : recommenders.contains(recommender);
    }
}
