package dev.plimsoll.nodeagent.simulated.shell;

/** A text that is no script. */
final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
        super(message);
    }
}
