package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Documents.Malformed;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.boost.CpuBoost;
import dev.plimsoll.core.estimation.boost.StartupBoosts;
import dev.plimsoll.core.estimation.podlevel.ExcludedContainer;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.MaxAllowedScope;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads VerticalPodAutoscaler documents. What an older client never wrote has its default. */
public final class VpaReader {
    private VpaReader() {}

    public static Decoded<Vpa> decode(ObjectNode document) {
        try {
            return new Decoded.View<>(read(document));
        } catch (Malformed e) {
            return new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
        }
    }

    static Vpa read(JsonNode document) {
        var metadata = document.path("metadata");
        var spec = document.path("spec");
        var update = spec.path("updatePolicy");
        return new Vpa(
                ObjectName.of(document),
                metadata.path("uid").asText(),
                Documents.time(metadata.path("creationTimestamp")).orElse(Instant.EPOCH),
                metadata.path("generation").asLong(),
                texts(metadata.path("annotations")),
                Reference.of(spec.path("targetRef")),
                mode(update.path("updateMode").asText("Recreate")),
                update.path("minReplicas").asInt(),
                Duration.ofSeconds(update.path("evictAfterOOMSeconds").asLong()),
                list(update.path("evictionRequirements"), VpaReader::requirement),
                policy(spec.path("resourcePolicy")),
                tunings(spec.path("resourcePolicy").path("containerPolicies")),
                boosts(spec),
                list(
                        spec.path("recommenders"),
                        recommender -> recommender.path("name").asText()),
                recommendation(document.path("status").path("recommendation")),
                document.path("status"));
    }

    private static UpdateMode mode(String text) {
        return UpdateMode.named(text).orElseThrow(() -> new Malformed("updateMode: " + text));
    }

    private static EvictionRequirement requirement(JsonNode node) {
        var direction = named(
                EvictionRequirement.Direction.values(),
                EvictionRequirement.Direction::text,
                node.path("changeRequirement").asText());
        return new EvictionRequirement(resources(node.path("resources")), direction);
    }

    private static ResourcePolicy policy(JsonNode node) {
        return new ResourcePolicy(
                list(node.path("containerPolicies"), VpaReader::containerPolicy),
                podPolicies(node.path("podPolicies")));
    }

    private static ContainerPolicy containerPolicy(JsonNode node) {
        return new ContainerPolicy(
                node.path("containerName").asText(),
                named(
                        ContainerMode.values(),
                        ContainerMode::text,
                        node.path("mode").asText("Auto")),
                resources(node.path("controlledResources")),
                controlledValues(node),
                Documents.amounts(node.path("minAllowed")),
                Documents.amounts(node.path("maxAllowed")),
                scope(node));
    }

    private static Map<String, SamplingOverrides> tunings(JsonNode policies) {
        var tunings = new HashMap<String, SamplingOverrides>();
        for (var policy : policies) {
            var tuning = SamplingOverrides.of(
                    quantity(policy.path("oomBumpUpRatio"))
                            .map(ratio -> ratio.toBigDecimal().doubleValue())
                            .orElse(SamplingOverrides.NONE.oomRatio()),
                    quantity(policy.path("oomMinBumpUp"))
                            .map(Quantity::value)
                            .orElse(SamplingOverrides.NONE.oomLeast()),
                    policy.path("memoryAggregationIntervalSeconds").asInt(),
                    policy.path("memoryAggregationIntervalCount").asLong());
            if (!tuning.equals(SamplingOverrides.NONE))
                tunings.put(policy.path("containerName").asText(), tuning);
        }
        return tunings;
    }

    private static Optional<Quantity> quantity(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) return Optional.empty();
        return switch (Quantity.parse(node.asText())) {
            case ParsedQuantity.Parsed(var quantity) -> Optional.of(quantity);
            case ParsedQuantity.Malformed(var why) -> throw new Malformed(why);
        };
    }

    private static StartupBoosts boosts(JsonNode spec) {
        var containers = new HashMap<String, CpuBoost>();
        for (var policy : spec.path("resourcePolicy").path("containerPolicies")) {
            boost(policy)
                    .ifPresent(
                            boost -> containers.put(policy.path("containerName").asText(), boost));
        }
        return new StartupBoosts(boost(spec).orElse(null), containers);
    }

    /** A boost of anything but the CPU is no boost. */
    private static Optional<CpuBoost> boost(JsonNode owner) {
        var cpu = owner.path("startupBoost").path("cpu");
        var duration = Duration.ofSeconds(cpu.path("durationSeconds").asLong());
        return switch (cpu.path("type").asText()) {
            case "Factor" -> Optional.of(new CpuBoost.Factor(cpu.path("factor").asInt(1), duration));
            case "Quantity" ->
                quantity(cpu.path("quantity")).map(extra -> new CpuBoost.Extra(extra.milliValue(), duration));
            default -> Optional.empty();
        };
    }

    private static PodPolicies podPolicies(JsonNode node) {
        return new PodPolicies(
                named(PodMode.values(), PodMode::text, node.path("mode").asText("Auto")),
                resources(node.path("controlledResources")),
                controlledValues(node),
                Documents.amounts(node.path("minAllowed")),
                Documents.amounts(node.path("maxAllowed")),
                scope(node),
                estimator(node));
    }

    private static EstimatorKind estimator(JsonNode node) {
        var text = node.path("estimator").asText(EstimatorKind.SUM.text());
        return named(EstimatorKind.values(), EstimatorKind::text, text);
    }

    private static ControlledValues controlledValues(JsonNode node) {
        var text = node.path("controlledValues").asText("RequestsAndLimits");
        return named(ControlledValues.values(), ControlledValues::text, text);
    }

    private static MaxAllowedScope scope(JsonNode node) {
        var text = node.path("maxAllowedScope").asText(MaxAllowedScope.REQUESTS.text());
        return named(MaxAllowedScope.values(), MaxAllowedScope::text, text);
    }

    /** Both where nothing is said; names that are not ours are passed over. */
    private static Set<Compute> resources(JsonNode list) {
        if (!list.isArray()) return EnumSet.allOf(Compute.class);
        var resources = EnumSet.noneOf(Compute.class);
        for (var compute : Compute.ALL) {
            for (var name : list) {
                if (compute.resource().text().equals(name.asText())) resources.add(compute);
            }
        }
        return resources;
    }

    /** What is in a status. */
    static Recommendation recommendation(JsonNode node) {
        var containers = containers(node.path("containerRecommendations"));
        var pod = node.path("podRecommendation");
        // A pod that is given nothing as a whole could not run.
        var isGiven = Documents.amounts(pod.path("target")).toMap().values().stream()
                .allMatch(amount -> amount.isGreaterThan(Quantity.ZERO));
        return new Recommendation(
                containers,
                pod.isObject() && isGiven ? estimate(pod) : null,
                list(pod.path("excludedContainers"), VpaReader::excluded),
                Documents.amounts(pod.path("maxAllowed")));
    }

    private static ExcludedContainer excluded(JsonNode node) {
        return new ExcludedContainer(
                node.path("containerName").asText(),
                Documents.amounts(node.path("target")),
                Documents.amounts(node.path("requested")));
    }

    private static List<ContainerEstimate> containers(JsonNode array) {
        return list(
                array,
                entry -> new ContainerEstimate(entry.path("containerName").asText(), estimate(entry)));
    }

    private static Estimate estimate(JsonNode node) {
        var target = Documents.amounts(node.path("target"));
        return new Estimate(
                target,
                node.has("lowerBound") ? Documents.amounts(node.path("lowerBound")) : target,
                node.has("upperBound") ? Documents.amounts(node.path("upperBound")) : target,
                node.has("uncappedTarget") ? Documents.amounts(node.path("uncappedTarget")) : target);
    }

    private static <E> E named(E[] values, Function<E, String> name, String text) {
        for (var value : values) {
            if (name.apply(value).equals(text)) return value;
        }
        throw new Malformed("not one of the known values: " + text);
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> reader) {
        var values = new ArrayList<T>();
        for (var item : array) values.add(reader.apply(item));
        return values;
    }

    static Map<String, String> texts(JsonNode object) {
        var texts = new HashMap<String, String>();
        for (var entry : object.properties())
            texts.put(entry.getKey(), entry.getValue().asText());
        return texts;
    }
}
