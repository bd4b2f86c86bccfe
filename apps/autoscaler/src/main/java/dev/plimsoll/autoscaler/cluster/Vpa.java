package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.boost.StartupBoosts;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.UpdateMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A VerticalPodAutoscaler.
 *
 * @param recommenders whose it is; empty for the default one's
 * @param minReplicas 0 where the updater's own setting holds
 * @param evictAfterOom zero where the updater's own setting holds
 * @param tunings by the names of container policies
 * @param status as it was read, to tell whether it changes
 */
public record Vpa(
        ObjectName name,
        String uid,
        Instant created,
        long generation,
        Map<String, String> annotations,
        Reference target,
        UpdateMode mode,
        int minReplicas,
        Duration evictAfterOom,
        List<EvictionRequirement> evictionRequirements,
        ResourcePolicy policy,
        Map<String, SamplingOverrides> tunings,
        StartupBoosts boosts,
        List<String> recommenders,
        Recommendation recommendation,
        JsonNode status) {
    /** Of several for one target the oldest counts. */
    public static final Comparator<Vpa> OLDEST_FIRST =
            Comparator.comparing(Vpa::created).thenComparing(Vpa::name);

    public Vpa {
        annotations = Map.copyOf(annotations);
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
