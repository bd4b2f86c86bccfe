package dev.plimsoll.core.topology;

/** Why a resize of pinned resources cannot be, now or ever. */
record ResizeRefusal(boolean canBeLater, Refusal refusal) {
    private static final String INFEASIBLE = "Infeasible";
    private static final String DEFERRED = "Deferred";

    static ResizeRefusal gateOff(String kind, String policy) {
        return never(
                "Resize is infeasible for Guaranteed Pods alongside " + kind + " Manager policy \"" + policy + "\"",
                Rule.RESIZE_GATE_OFF);
    }

    static ResizeRefusal never(String message, Rule rule) {
        return new ResizeRefusal(false, new Refusal(INFEASIBLE, message, rule));
    }

    static ResizeRefusal later(String message, Rule rule) {
        return new ResizeRefusal(true, new Refusal(DEFERRED, message, rule));
    }

    /** In the words in which admission refuses. */
    static ResizeRefusal never(Refusal refusal) {
        return never(refusal.message(), refusal.rule());
    }

    Resizing answer() {
        return canBeLater ? new Resizing.Deferred(refusal) : new Resizing.Infeasible(refusal);
    }
}
