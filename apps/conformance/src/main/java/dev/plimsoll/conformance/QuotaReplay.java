package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.model.Pod;
import java.time.Instant;

/** What a pod is charged to a ResourceQuota. No recorded pod is being deleted, so the time does not matter. */
final class QuotaReplay implements Replay {
    @Override
    public String recording() {
        return "quota";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var pod = PodReader.read(line.get("pod")).orThrow();
        var comparison = compared(line, pod);
        if (comparison.isEqual()) return ReplayVerdict.AGREES;
        var explained = OverheadInPlace.explains(
                OverheadInPlace.lowered(pod.spec()), before -> compared(line, pod.withSpec(before)));
        return explained ? comparison.divergence(OverheadInPlace.NAME) : comparison.verdict();
    }

    private static LineComparison compared(JsonNode line, Pod pod) {
        var comparison = new LineComparison();
        comparison.amounts("usage", line.get("usage"), PodUsage.DEFAULT.of(pod, Instant.EPOCH));
        return comparison;
    }
}
