package dev.plimsoll.simulation;

/** The process is gone. */
final class Died extends RuntimeException {
    private static final long serialVersionUID = 1;

    Died() {
        super("the process died", null, false, false);
    }
}
