package dev.plimsoll.objects.node;

import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;
import java.util.List;

/** Gives a node these taints and no others, if it is as it was read. */
public final class NodeTaintsChange extends ObjectChange {
    public NodeTaintsChange(ObjectMetadata unchanged, List<NodeTaint> taints) {
        super(unchanged);
        var list = root().object("spec").newList("taints");
        for (var each : taints) {
            var taint = list.addObject()
                    .put("key", each.taint().key())
                    .put("effect", each.taint().effect())
                    .putUnlessEmpty("value", each.taint().value());
            if (each.added().isAfter(Instant.EPOCH)) taint.put("timeAdded", Timestamps.text(each.added()));
        }
    }
}
