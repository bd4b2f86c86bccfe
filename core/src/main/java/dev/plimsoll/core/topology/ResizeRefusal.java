package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.Rule;

/** Why a resize of pinned resources cannot be, now or ever. */
record ResizeRefusal(boolean canBeLater, TopologyRefusal refusal) {
    private static final String INFEASIBLE = "Infeasible";
    private static final String DEFERRED = "Deferred";

    static ResizeRefusal gateOff(String kind, String policy) {
        return never(
                "Resize is infeasible for Guaranteed Pods alongside " + kind + " Manager policy \"" + policy + "\"",
                Rule.RESIZE_GATE_OFF);
    }

    static ResizeRefusal never(String message, Rule rule) {
        return new ResizeRefusal(false, new TopologyRefusal(INFEASIBLE, message, rule));
    }

    static ResizeRefusal later(String message, Rule rule) {
        return new ResizeRefusal(true, new TopologyRefusal(DEFERRED, message, rule));
    }

    /** In the words in which admission refuses. */
    static ResizeRefusal never(TopologyRefusal refusal) {
        return never(refusal.message(), refusal.rule());
    }

    CpuMemoryResize answer() {
        return canBeLater ? new CpuMemoryResize.Deferred(refusal) : new CpuMemoryResize.Infeasible(refusal);
    }
}
