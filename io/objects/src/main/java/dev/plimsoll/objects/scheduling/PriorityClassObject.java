package dev.plimsoll.objects.scheduling;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;

/** A class of priorities. */
public final class PriorityClassObject extends ApiObject {
    /** Of a class that says nothing of it. */
    public static final String PREEMPTS = "PreemptLowerPriority";

    public static final ObjectKind<PriorityClassObject> KIND = new ObjectKind<>(
            ApiResource.clustered("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"),
            PriorityClassObject.class,
            PriorityClassObject::new);

    public PriorityClassObject(ObjectNode document) {
        super(document);
    }

    public int value() {
        return integer(document(), "value", 0);
    }

    /** Whether pods without a class get its priority. */
    public boolean isGlobalDefault() {
        return flag(document(), "globalDefault");
    }

    public String preemptionPolicy() {
        return text(document(), "preemptionPolicy", PREEMPTS);
    }
}
