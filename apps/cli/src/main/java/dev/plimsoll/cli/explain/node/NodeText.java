package dev.plimsoll.cli.explain.node;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.MachinePicture;
import java.util.ArrayList;
import java.util.List;

/** {@code plimsoll explain node/NAME}: who holds what of a node, and what waits for it. */
public final class NodeText {
    private static final String INDENT = "  ";

    private final Paint paint;

    public NodeText(Paint paint) {
        this.paint = paint;
    }

    public String of(NodeHoldings holdings) {
        var sections = new ArrayList<String>();
        sections.add(paint.bold("node/" + holdings.name()) + "\n");
        sections.add(state(holdings.node()));
        sections.add(resources(holdings));
        sections.add(pods(holdings));
        sections.add(machine(holdings));
        return String.join(
                "\n", sections.stream().filter(each -> !each.isEmpty()).toList());
    }

    private String state(ObjectNode node) {
        var text = new StringBuilder();
        for (var condition : node.path("status").path("conditions")) {
            var isGood = condition.path("type").asText().equals("Ready")
                    == condition.path("status").asText().equals("True");
            if (condition.path("type").asText().equals("Ready") || !isGood) {
                text.append(INDENT);
                var words = condition.path("type").asText() + " is "
                        + condition.path("status").asText();
                text.append(isGood ? paint.good(words) : paint.bad(words));
                var message = condition.path("message").asText();
                if (!message.isEmpty()) text.append(": ").append(message);
                text.append('\n');
            }
        }
        if (node.path("spec").path("unschedulable").asBoolean())
            text.append(INDENT)
                    .append(paint.bad("Cordoned: no new pods are sent here."))
                    .append('\n');
        for (var taint : node.path("spec").path("taints")) {
            text.append(INDENT).append("Taint ").append(taint.path("key").asText());
            if (taint.has("value")) text.append('=').append(taint.path("value").asText());
            text.append(": ").append(taint.path("effect").asText()).append('\n');
        }
        return text.toString();
    }

    private String resources(NodeHoldings holdings) {
        var table = new TextTable(INDENT)
                .row(head("RESOURCE"), head("CAPACITY"), head("FOR PODS"), head("HELD"), head("FREE"));
        var allocatable = holdings.allocatable();
        for (var name : names(holdings)) {
            var all = Amounts.units(allocatable, name);
            var used = holdings.used(name);
            if (all == 0 && used == 0) continue;
            table.row(
                    name.text(),
                    holdings.capacity().amount(name).toString(),
                    allocatable.amount(name).toString(),
                    InsufficientResource.amount(name, used),
                    InsufficientResource.amount(name, all - used));
        }
        return table.toString();
    }

    private static List<ResourceName> names(NodeHoldings holdings) {
        return List.copyOf(holdings.allocatable().names());
    }

    private String pods(NodeHoldings holdings) {
        if (holdings.pods().isEmpty()) return INDENT + "No pods.\n";
        var table = new TextTable(INDENT)
                .row(head("POD"), head("PHASE"), head("CPU"), head("MEMORY"), head("CPUS"), head("RESIZE"));
        for (var each : holdings.pods()) {
            var cpus = AssignedResources.cpus(each.pod()).toString();
            table.row(
                    each.qualifiedName(),
                    each.pod().status().phase(),
                    InsufficientResource.amount(ResourceName.CPU, each.units(ResourceName.CPU)),
                    InsufficientResource.amount(ResourceName.MEMORY, each.units(ResourceName.MEMORY)),
                    cpus.isEmpty() ? "shared" : cpus,
                    resize(each.pod()));
        }
        return table + (holdings.isWhole() ? "" : INDENT + "There may be pods that you may not see.\n");
    }

    /** Which pods have which CPUs of which NUMA node, where the node tells of them. */
    private static String machine(NodeHoldings holdings) {
        var holders = holdings.pods().stream()
                .map(each -> new MachinePicture.Holder(each.qualifiedName(), AssignedResources.cpus(each.pod())))
                .toList();
        return NumaZonesAnnotation.managers(holdings.node())
                .map(told -> MachinePicture.drawHolders(told.resourceManagers(), told.state(), holders)
                        .indent(INDENT.length()))
                .orElse("");
    }

    private String resize(Pod pod) {
        for (var condition : pod.status().conditions()) {
            if (condition.type().equals(Condition.POD_RESIZE_PENDING))
                return paint.bad(condition.reason()) + ": " + condition.message();
            if (condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS))
                return paint.note("in progress") + (condition.message().isEmpty() ? "" : ": " + condition.message());
        }
        return "-";
    }

    private String head(String text) {
        return paint.faint(text);
    }

    /** The same for a program to read. */
    public static ObjectNode document(NodeHoldings holdings) {
        var document = JsonNodeFactory.instance.objectNode().put("node", holdings.name());
        var resources = document.putObject("resources");
        for (var name : names(holdings)) {
            var all = Amounts.units(holdings.allocatable(), name);
            resources
                    .putObject(name.text())
                    .put("allocatable", holdings.allocatable().amount(name).toString())
                    .put("held", InsufficientResource.amount(name, holdings.used(name)))
                    .put("free", InsufficientResource.amount(name, all - holdings.used(name)));
        }
        var pods = document.putArray("pods");
        for (var each : holdings.pods()) {
            var entry = pods.addObject()
                    .put("namespace", each.pod().metadata().namespace())
                    .put("name", each.pod().metadata().name())
                    .put("phase", each.pod().status().phase());
            var held = entry.putObject("held");
            for (var name : List.of(ResourceName.CPU, ResourceName.MEMORY))
                held.put(name.text(), InsufficientResource.amount(name, each.units(name)));
            AssignedResources.document(each.pod()).ifPresent(assigned -> entry.set("assigned", assigned));
        }
        return document.put("areAllPodsSeen", holdings.isWhole());
    }
}
