package dev.plimsoll.core.estimation.update;

/**
 * How many pods of one controller may be disturbed at a time. It is a value: each disturbance gives the next one.
 *
 * @param configured how many the controller is asked to keep
 * @param live how many there are
 * @param pending how many of them do not run yet
 * @param tolerance how many may be missing
 * @param disturbed how many were evicted or began to be resized in this loop
 */
public record GroupBudget(int configured, int live, int pending, int required, int tolerance, int disturbed) {
    /**
     * At the start of a loop.
     *
     * @param required the least number of live pods for which anything is done
     * @param toleratedPart which part of the configured pods may be missing
     */
    public static GroupBudget of(int configured, int live, int pending, int required, double toleratedPart) {
        return new GroupBudget(configured, live, pending, required, (int) (configured * toleratedPart), 0);
    }

    /** Too few pods to touch any. */
    public boolean isBelowMinimum() {
        return live < required;
    }

    /** Nothing is known of the controller, or it wants no pods. */
    public boolean isSkipped() {
        return configured <= 0;
    }

    private int running() {
        return live - pending;
    }

    /** Whether one more running pod may be disturbed. */
    public boolean isDisruptable() {
        if (isSkipped() || isBelowMinimum()) return false;
        if (running() - disturbed > configured - tolerance) return true;
        return configured == running() && tolerance == 0 && disturbed == 0;
    }

    /** A pod that does not run yet loses nothing. */
    public boolean canEvict(boolean isPending) {
        return !isSkipped() && (isPending || isDisruptable());
    }

    /** After one running pod was disturbed; evicting one that does not run costs nothing. */
    public GroupBudget disturbing(boolean isPending) {
        return isPending ? this : new GroupBudget(configured, live, pending, required, tolerance, disturbed + 1);
    }
}
