package dev.plimsoll.nodeagent.simulated.shell;

import java.io.IOException;

/** A command was given less time than it wants to wait. */
public final class OutOfTimeException extends IOException {
    private static final long serialVersionUID = 1;
}
