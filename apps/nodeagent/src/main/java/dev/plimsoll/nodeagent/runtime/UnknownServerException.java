package dev.plimsoll.nodeagent.runtime;

import java.net.ConnectException;

/** What runs at an address is not known, so nobody can say whether it would take a connection. */
public final class UnknownServerException extends ConnectException {
    private static final long serialVersionUID = 1;

    public UnknownServerException(String message) {
        super(message);
    }

    /** Whether that is at the bottom of a failure. */
    public static boolean isCauseOf(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause())
            if (cause instanceof UnknownServerException) return true;
        return false;
    }
}
