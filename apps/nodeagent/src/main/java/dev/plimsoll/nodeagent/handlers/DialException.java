package dev.plimsoll.nodeagent.handlers;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** A connection that could not be made, in the words that users of Kubernetes know. */
public final class DialException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isTimeout;

    private DialException(String message, boolean isTimeout, IOException cause) {
        super(message, cause);
        this.isTimeout = isTimeout;
    }

    static DialException of(String address, IOException cause) {
        var isTimeout = cause instanceof SocketTimeoutException
                || String.valueOf(cause.getMessage()).contains("timed out");
        return new DialException("dial tcp " + address + ": " + text(cause, isTimeout), isTimeout, cause);
    }

    private static String text(IOException cause, boolean isTimeout) {
        if (isTimeout) return "i/o timeout";
        var message = String.valueOf(cause.getMessage());
        return switch (cause) {
            case NoRouteToHostException _ -> "connect: no route to host";
            case UnknownHostException _ -> "lookup failed: no such host";
            case ConnectException _ ->
                message.contains("refused")
                        ? "connect: connection refused"
                        : message.contains("nreachable") ? "connect: network is unreachable" : "connect: " + message;
            default -> message;
        };
    }

    boolean isTimeout() {
        return isTimeout;
    }
}
