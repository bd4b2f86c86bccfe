package dev.plimsoll.core.estimation.boost;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.Edit;
import dev.plimsoll.core.estimation.application.PodEdits;
import dev.plimsoll.core.estimation.application.ValueLocation;
import dev.plimsoll.core.estimation.capping.ProportionalLimit;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Adds the boosts of a policy to what a new pod is given. Memory is never boosted. */
public final class BoostCalculator {
    private final StartupBoosts boosts;
    private final ResourcePolicy policy;
    private final OptionalLong most;

    /** With the most that a boost may lead to, in thousandths of a core. */
    public BoostCalculator(StartupBoosts boosts, ResourcePolicy policy, OptionalLong most) {
        this.boosts = boosts;
        this.policy = policy;
        this.most = most;
    }

    /**
     * The changes with boosts.
     *
     * @param boosted what containers that are boosted had before anybody changed it, by name
     */
    public record Boosted(PodEdits edits, Map<String, ResourceRequirements> boosted) {
        public Boosted {
            boosted = Map.copyOf(boosted);
        }
    }

    /** Adds boosts to changes that a recommendation leads to; a container without any request for CPU has nothing to boost. */
    public Boosted apply(PodSpec spec, PodEdits recommended) {
        var edits = new ArrayList<>(recommended.edits());
        var boosted = new LinkedHashMap<String, ResourceRequirements>();
        for (var i = 0; i < spec.containers().size(); i++) {
            var container = spec.containers().get(i);
            var boost = boosts.of(container.name());
            var place = ValueLocation.container(i);
            var base = base(container, place, recommended);
            var mode = policy.of(container.name()).mode();
            if (boost.isEmpty() || base.isEmpty() || mode == ContainerMode.OFF) continue;
            var wanted = boost.get().boosted(base.getAsLong());
            var request = Math.max(base.getAsLong(), most.isPresent() ? Math.min(wanted, most.getAsLong()) : wanted);
            edits.removeIf(edit -> edit.place().equals(place) && edit.compute() == Compute.CPU);
            write(container, place, request, edits);
            boosted.put(container.name(), container.resources());
        }
        return new Boosted(new PodEdits(edits, recommended.notes()), boosted);
    }

    private static OptionalLong base(Container container, ValueLocation place, PodEdits recommended) {
        for (var edit : recommended.edits()) {
            if (edit instanceof Edit.Write(var where, var side, var compute, var quantity)
                    && where.equals(place)
                    && side == Edit.Side.REQUEST
                    && compute == Compute.CPU) {
                return OptionalLong.of(compute.units(quantity));
            }
        }
        return Compute.CPU.set(container.resources().requests());
    }

    private void write(Container container, ValueLocation place, long request, List<Edit> edits) {
        var own = container.resources();
        var limit = Compute.CPU.set(own.limits());
        if (policy.of(container.name()).leavesLimits()) {
            edits.add(
                    Edit.request(place, Compute.CPU, limit.isPresent() ? below(request, limit.getAsLong()) : request));
            return;
        }
        edits.add(Edit.request(place, Compute.CPU, request));
        var before = new ProportionalLimit.Before(Compute.CPU.set(own.requests()), limit);
        ProportionalLimit.of(before, request).ifPresent(changed -> edits.add(Edit.limit(place, Compute.CPU, changed)));
    }

    /** A limit that stays must stay above the request, or the pod might become Guaranteed for as long as it is boosted. */
    private static long below(long request, long limit) {
        if (request <= limit) return request;
        return limit > 1 ? limit - 1 : limit;
    }
}
