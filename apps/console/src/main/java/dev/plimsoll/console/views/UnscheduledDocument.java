package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Pods without a node, with the reason of each rule and the number of nodes that it rules out. */
final class UnscheduledDocument {
    private static final int MOST = 500;
    private static final Pattern NODES = Pattern.compile("(\\d{1,9})/(\\d{1,9}) nodes are available: ");
    /** A part of the scheduler's sentence: a number of nodes and why they are left out. */
    private static final Pattern PART = Pattern.compile("(\\d{1,9}) ((?:\\{[^}]*\\}|[^,.]|[,.](?! |$))+)");

    private UnscheduledDocument() {}

    static ObjectNode of(ClusterModel model, Rights rights) {
        if (rights.pods().areNone()) return ViewDocuments.forbidden("pods");
        var document = ClientJson.object();
        var pods = document.putArray("pods");
        var rules = new TreeMap<String, Integer>();
        var seen = 0;
        for (var name : model.unscheduled()) {
            if (!rights.pods().contain(name.namespace()) || seen++ >= MOST) continue;
            var facts = model.podOrNull(name);
            if (facts == null) continue;
            var pod = facts.pod().pod();
            var entry = pods.addObject()
                    .put("namespace", name.namespace())
                    .put("name", name.name())
                    .put("since", facts.created().toEpochMilli())
                    .put("gates", String.join(", ", pod.spec().placement().schedulingGates()));
            OverviewDocument.states(entry, facts);
            var message = PodMessages.unscheduled(pod);
            entry.put("message", message);
            for (var reason : reasons(entry.putArray("reasons"), message)) rules.merge(reason, 1, Integer::sum);
        }
        var byRule = document.putArray("rules");
        rules.entrySet().stream()
                .sorted((one, other) -> other.getValue() - one.getValue())
                .forEach(rule -> byRule.addObject().put("rule", rule.getKey()).put("pods", rule.getValue()));
        return document.put("count", seen).put("nodes", model.nodes().size());
    }

    private static Iterable<String> reasons(ArrayNode target, String message) {
        var found = new ArrayList<String>();
        var nodes = NODES.matcher(message);
        if (!nodes.find()) return found;
        var sentence = message.substring(nodes.end());
        var end = sentence.indexOf(". preemption:");
        var parts = PART.matcher(end < 0 ? sentence : sentence.substring(0, end));
        while (parts.find()) {
            var rule = parts.group(2).strip();
            target.addObject().put("nodes", Integer.parseInt(parts.group(1))).put("rule", rule);
            found.add(rule);
        }
        return found;
    }
}
