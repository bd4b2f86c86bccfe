package dev.plimsoll.objects.autoscaling;

import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.integerOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import java.util.OptionalInt;

/** The scale of a workload. */
public final class ScaleObject extends ApiObject {
    public ScaleObject(ObjectNode document) {
        super(document);
    }

    /** How many pods it wants. */
    public int replicas() {
        return integer(specNode(), "replicas", 0);
    }

    /** How many pods it wants; empty where it does not say. */
    public OptionalInt declaredReplicas() {
        var replicas = integerOrNull(specNode(), "replicas");
        return replicas == null ? OptionalInt.empty() : OptionalInt.of(replicas);
    }

    /** How many pods it has. */
    public int running() {
        return integer(statusNode(), "replicas", 0);
    }

    /** As text; empty where it says nothing. */
    public String selector() {
        return text(statusNode(), "selector");
    }

    /** The same with another number of pods. */
    public ObjectNode withReplicas(int replicas) {
        return new Draft(document(), replicas).document();
    }

    private static final class Draft extends ObjectDraft {
        Draft(ObjectNode document, int replicas) {
            super(document);
            spec().put("replicas", replicas);
        }
    }
}
