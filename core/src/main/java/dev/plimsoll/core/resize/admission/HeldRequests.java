package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.PodRecord;

/**
 * What a pod counts for on its node: the larger of what it was promised and what it still has. A pod that was promised less
 * frees the difference only when it was really taken from it.
 */
public final class HeldRequests {
    private final PodDemand demand;

    private HeldRequests(PodDemand demand) {
        this.demand = demand;
    }

    public static HeldRequests under(FeatureGates gates) {
        return new HeldRequests(PodDemand.under(gates));
    }

    public Held of(PodRecord record) {
        var allocated = record.allocatedOrNull();
        if (allocated == null || !record.stage().holdsResources()) return Held.NOTHING;
        var spec = allocated.over(record.pod().spec());
        var held = demand.requests(spec);
        var inForce = inForce(record, spec);
        if (!inForce.equals(spec)) held = demand.requests(inForce).max(held);
        // Until a change is on disk a crash brings back what was before.
        var before = record.savingBeforeOrNull();
        if (before != null)
            held = demand.requests(before.over(record.pod().spec())).max(held);
        return Held.of(held);
    }

    private static PodSpec inForce(PodRecord record, PodSpec spec) {
        var actuated = record.actuated();
        var changed = spec;
        for (var entry : actuated.resources().containers().entrySet()) {
            if (!record.actual().isRunning(entry.getKey())) continue;
            var requests = entry.getValue().requests();
            if (computing(record.allocated()
                            .resources()
                            .container(entry.getKey())
                            .requests())
                    .equals(requests)) continue;
            changed = changed.mappingContainers(container -> {
                if (!container.name().equals(entry.getKey())) return container;
                var own = container.resources();
                var has = computing(own.requests());
                if (has.equals(requests)) return container;
                return container.withResources(own.withRequests(own.requests().overriddenBy(requests)));
            });
        }
        var podLevel = actuated.resources().podLevel();
        if (podLevel.isDeclared() && spec.resources().isDeclared()) {
            var has = computing(spec.resources().requests());
            var requests = computing(podLevel.requests());
            if (!has.equals(requests)) {
                changed = changed.withResources(spec.resources()
                        .withRequests(spec.resources().requests().overriddenBy(requests)));
            }
        } else if (podLevel.isDeclared()) {
            changed = changed.withResources(
                    ResourceRequirements.of(computing(podLevel.requests()), ResourceAmounts.ABSENT));
        }
        return changed;
    }

    private static ResourceAmounts computing(ResourceAmounts amounts) {
        return amounts.retaining(
                name -> name.text().equals("cpu") || name.text().equals("memory"));
    }
}
