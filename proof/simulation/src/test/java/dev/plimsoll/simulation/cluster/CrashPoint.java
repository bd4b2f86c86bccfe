package dev.plimsoll.simulation.cluster;

/** Where a process dies: before or after one of its next effects on the world (a write to disk, API or runtime). */
public class CrashPoint {
    private int left = -1;

    /** Effects count twice, before and after. */
    void arm(int effects) {
        left = effects;
    }

    void disarm() {
        left = -1;
    }

    /** An effect is about to happen, or has happened. */
    public void pass() {
        if (left < 0) return;
        if (left-- == 0) throw new Died();
    }
}
