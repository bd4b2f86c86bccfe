package dev.plimsoll.objects.node;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.ObjectDraft;

/** A RuntimeClass that is being written. */
public final class RuntimeClassDraft extends ObjectDraft {
    public RuntimeClassDraft(String name, String handler) {
        super(RuntimeClassObject.KIND.resource(), ObjectName.ofCluster(name));
        root().put("handler", handler);
    }

    /** What each of its pods takes beside its containers. */
    public RuntimeClassDraft overhead(ResourceAmounts amounts) {
        var overhead = root().object("overhead");
        overhead.set("podFixed", PodWriter.amounts(overhead.node(), amounts));
        return this;
    }
}
