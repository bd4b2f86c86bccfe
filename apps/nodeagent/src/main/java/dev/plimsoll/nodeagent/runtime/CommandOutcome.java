package dev.plimsoll.nodeagent.runtime;

/** How a command ended that a node has run in a container. */
public sealed interface CommandOutcome {
    /**
     * By itself.
     *
     * @param output standard output and errors together, cut where it is long
     */
    record Exited(int code, String output) implements CommandOutcome {}

    record TimedOut() implements CommandOutcome {}

    /** It could not be run at all. */
    record NotRun(String why) implements CommandOutcome {}
}
