package dev.plimsoll.scheduler.config;

import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.profile.ScoringStrategy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads one entry of {@code profiles}. */
final class ProfileReader {
    private final Map<Plugin, Integer> weights = new EnumMap<>(Profile.DEFAULT_WEIGHTS);
    private final Set<Plugin> disabled = EnumSet.noneOf(Plugin.class);
    private ScoringStrategy scoring = ScoringStrategy.LEAST_ALLOCATED;
    private List<ScoringStrategy.Weighted> balanced = ScoringStrategy.CPU_AND_MEMORY;
    private Set<String> ignoredResources = Set.of();
    private Set<String> ignoredGroups = Set.of();
    private NodeAffinity addedAffinity = NodeAffinity.NONE;
    private int hardPodAffinityWeight = 1;

    private ProfileReader() {}

    static Profile profile(ConfigurationMembers profile, int percentage) {
        return new ProfileReader().read(profile, percentage);
    }

    private Profile read(ConfigurationMembers profile, int percentage) {
        var name = profile.text("schedulerName", Profile.DEFAULT_NAME);
        var own = profile.number("percentageOfNodesToScore", percentage, 0, 100);
        var plugins = profile.object("plugins");
        for (var point : List.of("filter", "score", "multiPoint")) points(plugins.object(point), point);
        plugins.end();
        for (var config : profile.list("pluginConfig")) arguments(config);
        profile.end();
        return new Profile(
                name,
                own,
                disabled,
                weights,
                scoring,
                balanced,
                ignoredResources,
                ignoredGroups,
                addedAffinity,
                List.of(),
                hardPodAffinityWeight);
    }

    private static Optional<Plugin> named(String name) {
        return Stream.of(Plugin.values())
                .filter(plugin -> plugin.kubernetesName().equals(name))
                .findFirst();
    }

    private void points(ConfigurationMembers point, String kind) {
        for (var entry : point.list("disabled")) {
            var name = entry.text("name", "");
            entry.end();
            if (name.equals("*")) {
                if (!kind.equals("score")) disabled.addAll(EnumSet.allOf(Plugin.class));
                if (!kind.equals("filter")) weights.clear();
                continue;
            }
            var plugin = named(name);
            if (plugin.isEmpty()) {
                entry.problem("name", "\"" + name + "\" is not a plugin of this scheduler");
                continue;
            }
            if (!kind.equals("score")) disabled.add(plugin.get());
            if (!kind.equals("filter")) weights.remove(plugin.get());
        }
        for (var entry : point.list("enabled")) {
            var name = entry.text("name", "");
            var weight = entry.number("weight", 0, 0, 1_000_000);
            entry.end();
            var plugin = named(name);
            if (plugin.isEmpty()) {
                entry.problem("name", "\"" + name + "\" is not a plugin of this scheduler");
                continue;
            }
            if (!kind.equals("score")) disabled.remove(plugin.get());
            if (kind.equals("filter")) continue;
            var scores = Profile.DEFAULT_WEIGHTS.containsKey(plugin.get());
            if (scores) weights.put(plugin.get(), weight == 0 ? 1 : weight);
            else if (weight > 0) entry.problem("weight", name + " does not score");
        }
        point.end();
    }

    private void arguments(ConfigurationMembers config) {
        var name = config.text("name", "");
        var args = config.object("args");
        args.text("apiVersion", "");
        args.text("kind", "");
        switch (name) {
            case "NodeResourcesFit" -> {
                ignoredResources = Set.copyOf(args.texts("ignoredResources"));
                ignoredGroups = Set.copyOf(args.texts("ignoredResourceGroups"));
                if (args.has("scoringStrategy")) scoring = scoring(args.object("scoringStrategy"));
            }
            case "NodeResourcesBalancedAllocation" -> {
                if (args.has("resources")) balanced = resources(args);
            }
            case "NodeAffinity" -> {
                if (args.has("addedAffinity")) addedAffinity = affinity(args);
            }
            case "InterPodAffinity" -> hardPodAffinityWeight = args.number("hardPodAffinityWeight", 1, 0, 100);
            default -> config.problem("name", "\"" + name + "\" has no arguments that this scheduler supports");
        }
        args.end();
        config.end();
    }

    private static NodeAffinity affinity(ConfigurationMembers args) {
        return switch (PlacementReader.nodeAffinity(args.raw("addedAffinity"))) {
            case Read.Ok<NodeAffinity>(var affinity) -> affinity;
            case Read.Malformed<NodeAffinity>(var problems) -> {
                args.problem("addedAffinity", problems.toString());
                yield NodeAffinity.NONE;
            }
        };
    }

    private static List<ScoringStrategy.Weighted> resources(ConfigurationMembers owner) {
        var resources = new ArrayList<ScoringStrategy.Weighted>();
        for (var entry : owner.list("resources")) {
            var name = entry.text("name", "");
            if (name.isEmpty()) entry.problem("name", "must be given");
            resources.add(new ScoringStrategy.Weighted(ResourceName.of(name), entry.number("weight", 1, 0, 100)));
            entry.end();
        }
        return resources.isEmpty() ? ScoringStrategy.CPU_AND_MEMORY : resources;
    }

    private static ScoringStrategy scoring(ConfigurationMembers strategy) {
        var type = strategy.text("type", "LeastAllocated");
        var shape = new ArrayList<ScoringStrategy.Point>();
        var ratio = strategy.object("requestedToCapacityRatio");
        for (var point : ratio.list("shape")) {
            shape.add(
                    new ScoringStrategy.Point(point.number("utilization", 0, 0, 100), point.number("score", 0, 0, 10)));
            point.end();
        }
        ratio.end();
        for (var i = 1; i < shape.size(); i++) {
            if (shape.get(i).utilization() <= shape.get(i - 1).utilization()) {
                strategy.problem("requestedToCapacityRatio.shape", "utilizations must grow from point to point");
                break;
            }
        }
        var resources = resources(strategy);
        strategy.end();
        return switch (type) {
            case "LeastAllocated" ->
                new ScoringStrategy(ScoringStrategy.Strategy.LEAST_ALLOCATED, resources, List.of());
            case "MostAllocated" -> new ScoringStrategy(ScoringStrategy.Strategy.MOST_ALLOCATED, resources, List.of());
            case "RequestedToCapacityRatio" -> {
                if (shape.isEmpty()) strategy.problem("requestedToCapacityRatio.shape", "must have a point");
                yield new ScoringStrategy(ScoringStrategy.Strategy.REQUESTED_TO_CAPACITY_RATIO, resources, shape);
            }
            default -> {
                strategy.problem(
                        "type", "\"" + type + "\" is not LeastAllocated, MostAllocated or RequestedToCapacityRatio");
                yield ScoringStrategy.LEAST_ALLOCATED;
            }
        };
    }
}
