package dev.plimsoll.objects.node;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.objects.ObjectDraft;
import java.util.List;

/** A node that registers. */
public final class NodeDraft extends ObjectDraft {
    public NodeDraft(String name) {
        super(ApiResource.NODES, ObjectName.ofCluster(name));
        root().newObject("spec");
    }

    public NodeDraft taints(List<Taint> taints) {
        for (var taint : taints) {
            spec().list("taints")
                    .addObject()
                    .put("key", taint.key())
                    .putUnlessEmpty("value", taint.value())
                    .put("effect", taint.effect());
        }
        return this;
    }

    public NodeReport status() {
        return new NodeReport(root().object("status"));
    }
}
