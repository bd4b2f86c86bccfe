package dev.plimsoll.core.placement.profile;

import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How pods of one scheduler name are placed.
 *
 * @param percentageOfNodesToScore 0 for a share that follows the size of the cluster
 * @param disabled rules that do not count
 * @param weights of the scores; what is not named does not score
 * @param balanced resources whose use shall be even
 * @param ignoredResources extended resources that fit looks past
 * @param ignoredGroups the same by what stands before the slash
 * @param addedAffinity what nodes must have for every pod of the profile
 * @param defaultSpread constraints of pods that have none of their own
 * @param hardPodAffinityWeight what an existing pod's required affinity for this one counts for
 */
public record Profile(
        String schedulerName,
        int percentageOfNodesToScore,
        Set<Plugin> disabled,
        Map<Plugin, Integer> weights,
        ScoringStrategy scoring,
        List<ScoringStrategy.Weighted> balanced,
        Set<String> ignoredResources,
        Set<String> ignoredGroups,
        NodeAffinity addedAffinity,
        List<SpreadConstraint> defaultSpread,
        int hardPodAffinityWeight) {
    public static final String DEFAULT_NAME = "default-scheduler";
    public static final Map<Plugin, Integer> DEFAULT_WEIGHTS = Arrays.stream(Plugin.values())
            .filter(plugin -> plugin.defaultWeight() > 0)
            .collect(Collectors.toUnmodifiableMap(Function.identity(), Plugin::defaultWeight));
    public static final Profile DEFAULT = new Profile(
            DEFAULT_NAME,
            0,
            Set.of(),
            DEFAULT_WEIGHTS,
            ScoringStrategy.LEAST_ALLOCATED,
            ScoringStrategy.CPU_AND_MEMORY,
            Set.of(),
            Set.of(),
            NodeAffinity.NONE,
            List.of(),
            1);

    public Profile {
        var off = EnumSet.noneOf(Plugin.class);
        off.addAll(disabled);
        disabled = Set.copyOf(off);
        weights = weights.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(weights));
        balanced = List.copyOf(balanced);
        ignoredResources = Set.copyOf(ignoredResources);
        ignoredGroups = Set.copyOf(ignoredGroups);
        defaultSpread = List.copyOf(defaultSpread);
    }

    public boolean has(Plugin plugin) {
        return !disabled.contains(plugin);
    }

    public int weight(Plugin plugin) {
        return weights.getOrDefault(plugin, 0);
    }

    public Profile withScoring(ScoringStrategy changed) {
        return new Profile(
                schedulerName,
                percentageOfNodesToScore,
                disabled,
                weights,
                changed,
                balanced,
                ignoredResources,
                ignoredGroups,
                addedAffinity,
                defaultSpread,
                hardPodAffinityWeight);
    }

    public Profile withPercentageOfNodesToScore(int changed) {
        return new Profile(
                schedulerName,
                changed,
                disabled,
                weights,
                scoring,
                balanced,
                ignoredResources,
                ignoredGroups,
                addedAffinity,
                defaultSpread,
                hardPodAffinityWeight);
    }
}
