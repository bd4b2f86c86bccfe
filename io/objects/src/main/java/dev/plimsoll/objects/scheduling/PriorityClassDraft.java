package dev.plimsoll.objects.scheduling;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;

/** A PriorityClass that is being written. */
public final class PriorityClassDraft extends ObjectDraft {
    public PriorityClassDraft(String name, int value) {
        super(PriorityClassObject.KIND.resource(), ObjectName.ofCluster(name));
        root().put("value", value);
    }
}
