package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import java.util.stream.Stream;

/** A pod in the middle of resizes: what it counts for. The recorded statuses hold no overhead. */
final class EffectiveReplay implements Replay {
    private static final EffectiveDemand DEMAND =
            EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.NOT_INCLUDED);

    @Override
    public String recording() {
        return "effective";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var pod = PodReader.read(line.get("pod")).orThrow();
        var comparison = compared(line, pod);
        if (comparison.isEqual()) return ReplayVerdict.AGREES;
        var spec = pod.spec();
        var variants = Stream.concat(
                        Stream.of(spec),
                        Stream.concat(OverheadInPlace.raised(spec).stream(), OverheadInPlace.lowered(spec).stream()))
                .toList();
        return OverheadInPlace.explains(variants, variant -> compared(line, pod.withSpec(variant)))
                ? comparison.divergence(OverheadInPlace.NAME)
                : comparison.verdict();
    }

    private static LineComparison compared(JsonNode line, Pod pod) {
        var comparison = new LineComparison();
        comparison.amounts("requests", line.get("requests"), DEMAND.requests(pod));
        comparison.amounts("limits", line.get("limits"), DEMAND.limits(pod));
        comparison.amounts("schedulerRequests", line.get("schedulerRequests"), DEMAND.scoringRequests(pod));
        return comparison;
    }
}
