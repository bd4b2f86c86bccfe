package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;

/** What a node begins with. */
public final class NodeDefaults {
    private static final DroppedFields DROPPED = DroppedFields.of("spec.configSource");
    private static final DroppedFields PREEMPTION = DroppedFields.of("spec.podPreemptionPolicy");

    private NodeDefaults() {}

    /** What is left out when a node is written, after whoever decides about writes has seen it. */
    public static void drop(ObjectNode document, FeatureGates gates) {
        DROPPED.accept(document);
        if (!gates.isOn(Gate.IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION)) PREEMPTION.accept(document);
    }

    /** The same of a change: a node that has a policy of preemption keeps it, whatever the gate is now. */
    public static void drop(ObjectNode document, ObjectNode stored, FeatureGates gates) {
        DROPPED.accept(document);
        if (!stored.path("spec").has("podPreemptionPolicy")) drop(document, gates);
    }

    public static void apply(ObjectNode document) {
        Defaults.inside(document, "spec", NodeDefaults::addresses);
    }

    /** The block of addresses for pods is the first of the list of blocks: whoever knows one of the two fields reads it there. */
    private static void addresses(ObjectNode spec) {
        var one = spec.path("podCIDR").asText();
        if (!one.isEmpty() && spec.path("podCIDRs").isEmpty())
            spec.putArray("podCIDRs").add(one);
        if (!one.isEmpty() && spec.get("podCIDRs") instanceof ArrayNode all) all.set(0, one);
        if (one.isEmpty()) spec.remove("podCIDRs");
    }
}
