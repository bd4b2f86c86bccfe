package dev.plimsoll.core.workloads.horizontal;

/** How far use may be off its target in either direction before anything is done. */
public record Tolerance(double down, double up) {
    public static final Tolerance DEFAULT = new Tolerance(0.1, 0.1);

    boolean holds(double ratio) {
        return 1 - down <= ratio && ratio <= 1 + up;
    }
}
