package dev.plimsoll.cri;

/** Which streams of a process a session has. */
public record StreamSelection(boolean stdin, boolean stdout, boolean stderr, boolean tty) {
    /** A terminal has no standard errors of its own. */
    public StreamSelection {
        if (tty) stderr = false;
    }
}
