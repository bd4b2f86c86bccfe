package dev.plimsoll.nodeagent.simulated.shell.syntax;

/** A text that is no script. */
public final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
        super(message);
    }
}
