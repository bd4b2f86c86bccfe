package dev.plimsoll.controllers.loop;

import java.time.Duration;

/** How one look at an object ended. */
public sealed interface ReconcileResult {
    ReconcileResult SETTLED = new Settled();

    /** Nothing to do until something changes. */
    record Settled() implements ReconcileResult {}

    /** Time alone may change what is to be done. */
    record Again(Duration after) implements ReconcileResult {}

    /** Something did not work; it is tried again, later and later. */
    record Failed(String why) implements ReconcileResult {}

    /**
     * A look after so long.
     *
     * @param after zero for never
     */
    static ReconcileResult again(Duration after) {
        return after.isPositive() ? new Again(after) : SETTLED;
    }
}
