package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.gates.FeatureGates;

/** A pod in the middle of resizes: what it counts for. The recorded statuses hold no overhead. */
final class EffectiveReplay implements Replay {
    private static final EffectiveDemand DEMAND =
            EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.NOT_INCLUDED);

    @Override
    public String recording() {
        return "effective";
    }

    @Override
    public Verdict replay(JsonNode line) {
        var comparison = new Comparison();
        var pod = PodReader.read(line.get("pod")).orThrow();
        comparison.amounts("requests", line.get("requests"), DEMAND.requests(pod));
        comparison.amounts("limits", line.get("limits"), DEMAND.limits(pod));
        comparison.amounts("schedulerRequests", line.get("schedulerRequests"), DEMAND.scoringRequests(pod));
        return comparison.verdict();
    }
}
