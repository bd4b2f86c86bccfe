package dev.plimsoll.cli.simulate.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.simulate.cluster.LevelConsolidation;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.prediction.ClusterCapacity;
import dev.plimsoll.core.prediction.PodOutcome;
import dev.plimsoll.core.prediction.ResizeFate;
import dev.plimsoll.core.prediction.comparison.PredictionDifference.PodChange;
import java.util.Locale;
import java.util.SequencedMap;

/** The report for programs. docs/reference/simulate.md describes it; what is there keeps its meaning within a version. */
public final class SimulationDocument {
    private static final String VERSION = "simulate.plimsoll.dev/v1alpha1";

    private SimulationDocument() {}

    /** Several, by the names of their scenarios. */
    static ObjectNode of(SequencedMap<String, SimulationReport> reports) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("apiVersion", VERSION).put("kind", "SimulationList");
        var scenarios = document.putArray("scenarios");
        reports.forEach(
                (name, report) -> scenarios.addObject().put("name", name).set("simulation", of(report)));
        return document;
    }

    public static ObjectNode of(SimulationReport report) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("apiVersion", VERSION).put("kind", "Simulation");
        var snapshot = document.putObject("snapshot");
        report.header().taken().ifPresent(time -> snapshot.put("taken", time.toString()));
        if (!report.header().serverVersion().isEmpty())
            snapshot.put("serverVersion", report.header().serverVersion());
        document.put("good", report.isGood());
        report.met().forEach(condition -> array(document, "conditions").add(condition.name()));
        var pods = document.putArray("pods");
        for (var change : report.changes()) pod(report, change, pods.addObject());
        var resizes = document.putArray("resizes");
        for (var resize : report.result().after().resizes()) resize(resize, resizes.addObject());
        var refused = document.putArray("refused");
        report.result()
                .refused()
                .forEach((object, why) ->
                        refused.addObject().put("object", object).put("reason", why));
        report.result()
                .after()
                .refusals()
                .forEach((object, why) ->
                        refused.addObject().put("object", object).put("reason", why));
        var blocked = document.putArray("blocked");
        report.result()
                .after()
                .blocked()
                .forEach((pod, why) -> blocked.addObject().put("pod", pod).put("reason", why));
        var capacity = document.putObject("capacity");
        capacity(report.before(), capacity.putObject("before"));
        capacity(report.after(), capacity.putObject("after"));
        for (var level : report.result().consolidations())
            consolidation(level, array(document, "consolidation").addObject());
        report.usage().ifPresent(usage -> UsageDocument.write(usage, document.putObject("usage")));
        var assumptions = document.putArray("assumptions");
        for (var doubt : report.result().doubts()) {
            assumptions
                    .addObject()
                    .put("id", doubt.id())
                    .put("level", doubt.isUnknown() ? "unknown" : "assumed")
                    .put("text", doubt.text());
        }
        report.result()
                .problems()
                .forEach(problem -> array(document, "problems").add(problem));
        return document;
    }

    private static ArrayNode array(ObjectNode document, String name) {
        return document.has(name) ? (ArrayNode) document.get(name) : document.putArray(name);
    }

    private static void pod(SimulationReport report, PodChange change, ObjectNode node) {
        var fate = change.fate();
        node.put("namespace", fate.namespace()).put("name", fate.name());
        if (!fate.workload().isEmpty()) node.put("workload", fate.workload());
        if (!fate.replaces().isEmpty()) node.put("replaces", fate.replaces());
        node.put("change", camel(change.kind().name()));
        if (!change.from().isEmpty()) node.put("from", change.from());
        if (!fate.ending().node().isEmpty()) node.put("to", fate.ending().node());
        var certainty = report.certainty(change);
        node.put("certainty", certainty.text());
        certainty.because().forEach(id -> array(node, "because").add(id));
        node.put("message", FateText.because(fate.ending()));
        switch (fate.ending()) {
            case PodOutcome.Placed placed -> {
                node.put("feasibleNodes", placed.feasible()).put("tiedNodes", placed.tied());
                placed.victims().forEach(victim -> array(node, "preempts").add(victim));
                var spread = report.result().spread().get(fate.qualifiedName());
                if (spread != null)
                    spread.forEach(each -> array(node, "nodesWithOtherSeeds").add(each));
            }
            case PodOutcome.Waits(var _, var refusals) -> {
                var classes = node.putArray("nodeClasses");
                for (var refusal : refusals) {
                    var entry = classes.addObject()
                            .put("class", refusal.nodeClass())
                            .put("nodes", refusal.nodes());
                    var reasons = entry.putArray("reasons");
                    for (var each : refusal.reasons())
                        reasons.addObject().put("reason", each.reason()).put("nodes", each.nodes());
                }
            }
            case PodOutcome.Stays _, PodOutcome.Unknown _, PodOutcome.Refused _, PodOutcome.Gone _ -> {}
        }
    }

    /** {@code STILL_UNSCHEDULED} as {@code StillUnscheduled}. */
    private static String camel(String name) {
        var text = new StringBuilder();
        for (var word : name.split("_", -1))
            text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        return text.toString();
    }

    private static void resize(ResizeFate resize, ObjectNode node) {
        node.put("namespace", resize.namespace()).put("name", resize.name());
        if (!resize.node().isEmpty()) node.put("node", resize.node());
        node.put("result", camel(resize.verdict().name())).put("message", resize.message());
        for (var shortage : resize.shortages()) {
            var resource = shortage.resource();
            var entry = array(node, "missing")
                    .addObject()
                    .put("resource", resource.text())
                    .put("amount", amount(resource, shortage.missing()))
                    .put("fits", amount(resource, shortage.free()))
                    .put("fitsAtMost", amount(resource, shortage.capacity()));
            resize.holders(resource).ifPresent(holders -> {
                entry.put("holders", holders.count());
                for (var holder : holders.largest()) {
                    array(entry, "largest")
                            .addObject()
                            .put("pod", holder.qualifiedName())
                            .put("amount", holders.amount(holder));
                }
            });
        }
        resize.restarted().forEach(container -> array(node, "restarts").add(container));
    }

    private static void consolidation(LevelConsolidation level, ObjectNode node) {
        var outcome = level.outcome();
        node.put("level", level.level())
                .put("nodes", outcome.nodes())
                .put("neededNodes", outcome.needed())
                .put("lowerBound", outcome.lowerBound())
                .put("podsMoved", outcome.moved())
                .put("podsWaiting", level.waiting())
                .put("moves", outcome.moves());
        var drained = node.putArray("drained");
        outcome.drained().forEach(drained::add);
        var kept = node.putArray("kept");
        outcome.kept().forEach((name, why) -> kept.addObject().put("node", name).put("reason", why));
        outcome.doubtful().forEach(pod -> array(node, "doubtful").add(pod));
        capacity(outcome.capacity(), node.putObject("capacity"));
    }

    private static void capacity(ClusterCapacity capacity, ObjectNode node) {
        node.put("nodes", capacity.nodes().size()).put("pods", capacity.pods());
        amounts(capacity.milliCpu(), capacity.memory(), node.putObject("allocatable"));
        amounts(capacity.requestedMilliCpu(), capacity.requestedMemory(), node.putObject("requests"));
        amounts(capacity.limits().milliCpu(), capacity.limits().memory(), node.putObject("limits"));
        amounts(capacity.freeMilliCpu(), capacity.freeMemory(), node.putObject("free"));
        var largest = node.putArray("largestPods");
        for (var shape : capacity.largest()) {
            var entry = largest.addObject().put("memoryPerCpu", amount(ResourceName.MEMORY, shape.memoryPerCpu()));
            amounts(shape.milliCpu(), shape.memory(), entry);
            if (!shape.node().isEmpty()) entry.put("node", shape.node());
        }
    }

    private static void amounts(long milliCpu, long memory, ObjectNode node) {
        node.put("cpu", amount(ResourceName.CPU, milliCpu)).put("memory", amount(ResourceName.MEMORY, memory));
    }

    private static String amount(ResourceName resource, long units) {
        return InsufficientResource.amount(resource, units);
    }
}
