package dev.plimsoll.objects.autoscaling.vertical;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.boost.CpuBoost;
import dev.plimsoll.core.estimation.boost.StartupBoosts;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.MaxAllowedScope;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.spec.SamplingOverrides;
import dev.plimsoll.core.estimation.spec.VpaSpec;
import dev.plimsoll.core.estimation.update.EvictionRequirement;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** From a spec as it was written to one that can be worked with. What an older client never wrote has its default. */
final class VpaSpecReader {
    private static final CrossVersionObjectReference NO_TARGET = new CrossVersionObjectReference("", "", "");

    private final PodPolicyNames names;
    private final WrittenVpaSpec spec;

    VpaSpecReader(WrittenVpaSpec spec) {
        this.spec = spec;
        this.names = spec.names();
    }

    /** A value that has no meaning is a {@link MalformedDocumentException}. */
    VpaSpec read() {
        var update = spec.updatePolicy();
        var policies = spec.containerPolicies();
        return new VpaSpec(
                spec.targetRef().orElse(NO_TARGET),
                mode(spec.updateMode().orElse(UpdateMode.RECREATE.text())),
                (int) update.map(policy -> policy.minReplicas().orElse(0))
                        .orElse(0L)
                        .longValue(),
                Duration.ofSeconds(
                        update.map(policy -> policy.evictAfterOomSeconds().orElse(0))
                                .orElse(0L)),
                update.map(WrittenUpdatePolicy::evictionRequirements).orElse(List.of()).stream()
                        .map(VpaSpecReader::requirement)
                        .toList(),
                new ResourcePolicy(
                        policies.stream().map(VpaSpecReader::containerPolicy).toList(), podPolicies()),
                tunings(policies),
                boosts(policies),
                spec.recommenders());
    }

    private static UpdateMode mode(String text) {
        return UpdateMode.named(text).orElseThrow(() -> new MalformedDocumentException("updateMode: " + text));
    }

    private static EvictionRequirement requirement(WrittenUpdatePolicy.Requirement written) {
        var direction = named(
                EvictionRequirement.Direction.values(),
                EvictionRequirement.Direction::text,
                written.changeRequirement());
        return new EvictionRequirement(resources(written.resources()), direction);
    }

    private static ContainerPolicy containerPolicy(WrittenPolicy policy) {
        return new ContainerPolicy(
                policy.containerName(),
                named(ContainerMode.values(), ContainerMode::text, policy.mode().orElse(ContainerMode.AUTO.text())),
                resources(policy.controlledResources()),
                controlledValues(policy),
                policy.minAllowed().amounts(),
                policy.maxAllowed().amounts(),
                scope(policy));
    }

    private PodPolicies podPolicies() {
        var policy = spec.podPolicies();
        var mode = names.mode(policy)
                .orElseThrow(() -> unknown(policy.flatMap(WrittenPolicy::mode).orElse("")));
        return new PodPolicies(
                mode,
                resources(policy.flatMap(WrittenPolicy::controlledResources)),
                policy.map(VpaSpecReader::controlledValues).orElse(ControlledValues.REQUESTS_AND_LIMITS),
                policy.map(each -> each.minAllowed().amounts()).orElse(ResourceAmounts.ABSENT),
                policy.map(each -> each.maxAllowed().amounts()).orElse(ResourceAmounts.ABSENT),
                policy.map(VpaSpecReader::scope).orElse(MaxAllowedScope.REQUESTS),
                policy.flatMap(WrittenPolicy::estimator)
                        .map(text -> named(EstimatorKind.values(), EstimatorKind::text, text))
                        .orElse(names.usualEstimator()));
    }

    private static Map<String, SamplingOverrides> tunings(List<WrittenPolicy> policies) {
        var tunings = new HashMap<String, SamplingOverrides>();
        for (var policy : policies) {
            var none = SamplingOverrides.NONE;
            var tuning = SamplingOverrides.of(
                    quantity("oomBumpUpRatio", policy.oomBumpUpRatio())
                            .map(ratio -> ratio.toBigDecimal().doubleValue())
                            .orElse(none.oomRatio()),
                    quantity("oomMinBumpUp", policy.oomMinBumpUp())
                            .map(Quantity::value)
                            .orElse(none.oomLeast()),
                    policy.memoryAggregationIntervalSeconds().orElse(0),
                    policy.memoryAggregationIntervalCount().orElse(0));
            if (!tuning.equals(none)) tunings.put(policy.containerName(), tuning);
        }
        return tunings;
    }

    private static Optional<Quantity> quantity(String name, Optional<String> text) {
        return text.map(each -> WrittenAmounts.quantity(name, each));
    }

    private StartupBoosts boosts(List<WrittenPolicy> policies) {
        var containers = new HashMap<String, CpuBoost>();
        for (var policy : policies) {
            policy.startupBoost()
                    .flatMap(VpaSpecReader::boost)
                    .ifPresent(boost -> containers.put(policy.containerName(), boost));
        }
        return new StartupBoosts(
                spec.startupBoost().flatMap(VpaSpecReader::boost).orElse(null), containers);
    }

    /** A boost of anything but the CPU is no boost. */
    private static Optional<CpuBoost> boost(WrittenBoost boost) {
        return switch (boost.type().orElse("")) {
            case "Factor" ->
                Optional.of(new CpuBoost.Factor((int) boost.factor().orElse(1), boost.duration()));
            case "Quantity" ->
                quantity("quantity", boost.quantity())
                        .map(extra -> new CpuBoost.Extra(extra.milliValue(), boost.duration()));
            default -> Optional.empty();
        };
    }

    private static ControlledValues controlledValues(WrittenPolicy policy) {
        return policy.controlledValues()
                .map(text -> named(ControlledValues.values(), ControlledValues::text, text))
                .orElse(ControlledValues.REQUESTS_AND_LIMITS);
    }

    private static MaxAllowedScope scope(WrittenPolicy policy) {
        return policy.maxAllowedScope()
                .map(text -> named(MaxAllowedScope.values(), MaxAllowedScope::text, text))
                .orElse(MaxAllowedScope.REQUESTS);
    }

    /** Both where nothing is said; names that are not ours are passed over. */
    private static Set<Compute> resources(Optional<List<String>> names) {
        if (names.isEmpty()) return EnumSet.allOf(Compute.class);
        var resources = EnumSet.noneOf(Compute.class);
        for (var compute : Compute.ALL) {
            if (names.get().contains(compute.resource().text())) resources.add(compute);
        }
        return resources;
    }

    private static <E> E named(E[] values, Function<E, String> name, String text) {
        for (var value : values) {
            if (name.apply(value).equals(text)) return value;
        }
        throw unknown(text);
    }

    private static MalformedDocumentException unknown(String text) {
        return new MalformedDocumentException("not one of the known values: " + text);
    }
}
