package dev.plimsoll.simulation.cluster;

/** The process is gone in the middle of what it did. An error, so that nothing on the way takes it for a defect. */
final class Died extends Error {
    private static final long serialVersionUID = 1;

    Died() {
        super("the process died", null, false, false);
    }
}
