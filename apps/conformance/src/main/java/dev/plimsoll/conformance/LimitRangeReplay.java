package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.validation.PodValidation;
import java.util.ArrayList;
import java.util.List;

/** A new pod in a namespace with a LimitRange. The recorded ranges were used as they stand, without defaults of their own. */
final class LimitRangeReplay implements Replay {
    @Override
    public String recording() {
        return "limitrange";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var comparison = new LineComparison();
        var pod = PodReader.read(line.get("pod")).orThrow();
        var ranges = List.of(PolicyReader.limitRange(line.get("limitRange")).orThrow());
        var decoded = PodCreation.DEFAULT.decoded(pod.spec()).spec();
        var filled = LimitRanger.DEFAULT.fill(pod.withSpec(decoded), ranges, LimitRanger.Operation.CREATE);
        var spec = PodCreation.DEFAULT.prepared(filled.spec()).spec();
        RecordedSpec.containers(comparison, "containers", line.get("containers"), spec.containers(), false);
        RecordedSpec.containers(comparison, "initContainers", line.get("initContainers"), spec.initContainers(), false);
        var podLevel = line.path("podResources");
        comparison.amounts(
                "podResources.requests",
                podLevel.get("requests"),
                spec.resources().requests());
        comparison.amounts(
                "podResources.limits", podLevel.get("limits"), spec.resources().limits());
        comparison.equal(
                "annotation",
                line.path("annotation").asText(),
                filled.annotation().orElse(""));
        var errors = PodValidation.DEFAULT.checkNew(pod.withSpec(spec));
        comparison.number("validationErrors", line.get("validationErrors"), errors.size());
        var violation = LimitRanger.DEFAULT.check(spec, ranges);
        comparison.equal(
                "limitErrors",
                sorted(line.path("limitErrors")),
                violation.map(LimitRanger.Violation::messages).orElse(List.of()).stream()
                        .sorted()
                        .toList());
        return comparison.verdict();
    }

    private static List<String> sorted(JsonNode messages) {
        var texts = new ArrayList<String>();
        for (var message : messages) texts.add(message.asText());
        return texts.stream().sorted().toList();
    }
}
