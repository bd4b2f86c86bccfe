package dev.plimsoll.cli.explain.node;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.model.ResourceName;
import java.util.List;

/** Who holds what of a node, for a program to read. */
public final class NodeHoldingsDocument {
    private NodeHoldingsDocument() {}

    public static ObjectNode of(NodeHoldings holdings) {
        var document = JsonNodeFactory.instance.objectNode().put("node", holdings.name());
        var allocatable = holdings.node().allocatable();
        var resources = document.putObject("resources");
        for (var name : allocatable.names()) {
            var all = Amounts.units(allocatable, name);
            resources
                    .putObject(name.text())
                    .put("allocatable", allocatable.amount(name).toString())
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
