package dev.plimsoll.simulation;

/** The process is gone. */
final class ProcessDied extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProcessDied() {
        super("the process died", null, false, false);
    }
}
