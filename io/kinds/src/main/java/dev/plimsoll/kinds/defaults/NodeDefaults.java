package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a node begins with. */
public final class NodeDefaults {
    private static final DroppedFields DROPPED = DroppedFields.of("spec.configSource", "spec.podPreemptionPolicy");

    private NodeDefaults() {}

    /** What is left out when a node is written, after whoever decides about writes has seen it. */
    public static void drop(ObjectNode document) {
        DROPPED.accept(document);
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
