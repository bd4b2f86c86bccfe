package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.admission.ResizePreparation;
import dev.plimsoll.core.admission.ResizePreparation.Sent;
import dev.plimsoll.core.admission.ResizePreparation.Stored;
import dev.plimsoll.core.validation.ResizeValidation;

/** A pod sent to {@code /resize}: what is taken from it, and what is wrong with that. */
final class ResizeReplay implements Replay {
    @Override
    public String recording() {
        return "resize";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var comparison = new LineComparison();
        var stored = SumsInMemory.of(PodReader.read(line.get("old")).orThrow(), line.get("old"));
        var sent = SumsInMemory.of(PodReader.read(line.get("new")).orThrow(), line.get("new"));
        var resized = ResizePreparation.DEFAULT.apply(new Stored(stored), new Sent(sent));
        RecordedSpec.compare(comparison, "result", line.get("result"), resized.spec());
        comparison.number(
                "generation", line.get("generation"), resized.metadata().generation());
        var errors = ResizeValidation.DEFAULT.check(new ResizeValidation.Change(stored, resized));
        comparison.equal("errors", RecordedErrors.recorded(line.get("errors")), RecordedErrors.ours(errors));
        return comparison.verdict();
    }
}
