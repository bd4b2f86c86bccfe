package dev.plimsoll.cli.backtest.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.replay.LevelOutcome;
import dev.plimsoll.core.estimation.replay.WorkloadOutcome;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.List;

/** What a replay shows, for a program to read. Units are in the names: cores or bytes times hours, seconds. */
public final class OutcomeDocument {
    private OutcomeDocument() {}

    public static ObjectNode of(List<WorkloadOutcome> outcomes) {
        var document = JsonNodeFactory.instance.objectNode();
        var workloads = document.putArray("workloads");
        for (var outcome : outcomes) {
            var workload = workloads
                    .addObject()
                    .put("name", outcome.name())
                    .put("from", outcome.from().toString())
                    .put("to", outcome.to().toString())
                    .put("samples", outcome.samples());
            outcome.containers().forEach(workload.putArray("containers")::add);
            outcome.unlisted().forEach(workload.putArray("notInManifest")::add);
            var levels = workload.putArray("levels");
            for (var level : outcome.levels()) add(levels.addObject(), level);
        }
        return document;
    }

    private static void add(ObjectNode node, LevelOutcome level) {
        node.put("level", Figures.title(level.level()));
        for (var compute : Compute.ALL) {
            var totals = level.totals(compute);
            var unit = compute == Compute.CPU ? "CoreHours" : "ByteHours";
            node.putObject(compute.resource().text())
                    .put("requested" + unit, totals.requested())
                    .put("used" + unit, totals.used())
                    .put("wasted" + unit, totals.wasted())
                    .put("usedBeyondRequest" + unit, totals.beyond());
        }
        node.put("throttledCoreHours", level.throttled())
                .put("throttledSeconds", level.throttledFor().toSeconds())
                .put("podSeconds", level.podTime().toSeconds())
                .put("kills", level.kills())
                .put("downSeconds", level.down().toSeconds())
                .put("resizes", level.resizes())
                .put("recreations", level.recreations())
                .put("impossibleUpdates", level.impossible());
        var recommendation = node.putObject("recommendation");
        var containers = recommendation.putArray("containerRecommendations");
        for (var container : level.recommendation().containers()) {
            var entry = containers.addObject().put("containerName", container.containerName());
            add(entry, container.estimate());
        }
        level.recommendation().pod().ifPresent(pod -> add(recommendation.putObject("podRecommendation"), pod));
    }

    private static void add(ObjectNode node, Estimate estimate) {
        add(node.putObject("target"), estimate.target());
        add(node.putObject("lowerBound"), estimate.lowerBound());
        add(node.putObject("upperBound"), estimate.upperBound());
        add(node.putObject("uncappedTarget"), estimate.uncappedTarget());
    }

    private static void add(ObjectNode node, ResourceAmounts amounts) {
        for (var name : amounts.names())
            node.put(name.text(), amounts.amount(name).toString());
    }
}
