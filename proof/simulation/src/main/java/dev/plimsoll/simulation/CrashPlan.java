package dev.plimsoll.simulation;

import dev.plimsoll.core.resize.protocol.Effect;

/** When the process dies: before or after the effect with this number, counted from 0; once. */
public final class CrashPlan {
    static final CrashPlan NEVER = new CrashPlan(-1, false);

    private final int number;
    private final boolean isAfter;
    private int seen;
    private boolean hasDied;

    public CrashPlan(int number, boolean isAfter) {
        this.number = number;
        this.isAfter = isAfter;
    }

    void before(Effect effect) {
        if (!isAfter && !hasDied && seen == number) die();
    }

    void after(Effect effect) {
        if (isAfter && !hasDied && seen == number) die();
        seen++;
    }

    private void die() {
        hasDied = true;
        throw new ProcessDied();
    }

    /** Whether the effect was ever reached. */
    public boolean hasDied() {
        return hasDied;
    }
}
