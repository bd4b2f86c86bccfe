package dev.plimsoll.cli.explain.node;

import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.MachinePicture;
import dev.plimsoll.objects.node.NodeObject;
import java.util.ArrayList;

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

    private String state(NodeObject node) {
        var text = new StringBuilder();
        for (var condition : node.conditions().all()) {
            var isReady = condition.type().equals("Ready");
            var isGood = isReady == condition.status().equals("True");
            if (isReady || !isGood) {
                var words = condition.type() + " is " + condition.status();
                text.append(INDENT).append(isGood ? paint.good(words) : paint.bad(words));
                if (!condition.message().isEmpty()) text.append(": ").append(condition.message());
                text.append('\n');
            }
        }
        if (node.view().isUnschedulable())
            text.append(INDENT)
                    .append(paint.bad("Cordoned: no new pods are sent here."))
                    .append('\n');
        for (var taint : node.view().taints()) {
            text.append(INDENT).append("Taint ").append(taint.key());
            if (!taint.value().isEmpty()) text.append('=').append(taint.value());
            text.append(": ").append(taint.effect()).append('\n');
        }
        return text.toString();
    }

    private String resources(NodeHoldings holdings) {
        var table = new TextTable(INDENT)
                .row(head("RESOURCE"), head("CAPACITY"), head("FOR PODS"), head("HELD"), head("FREE"));
        var allocatable = holdings.node().allocatable();
        for (var name : holdings.node().allocatable().names()) {
            var all = Amounts.units(allocatable, name);
            var used = holdings.used(name);
            if (all == 0 && used == 0) continue;
            table.row(
                    name.text(),
                    holdings.node().capacity().amount(name).toString(),
                    allocatable.amount(name).toString(),
                    InsufficientResource.amount(name, used),
                    InsufficientResource.amount(name, all - used));
        }
        return table.toString();
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
        return holdings.node()
                .resourceManagers()
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
}
