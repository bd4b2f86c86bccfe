package dev.plimsoll.nodeagent.runtime;

import java.util.List;

/**
 * Which streams of a container a client wants, and what is to be run.
 *
 * @param command empty to attach to what runs
 */
public record SessionRequest(List<String> command, boolean stdin, boolean stdout, boolean stderr, boolean tty) {
    public SessionRequest {
        command = List.copyOf(command);
    }
}
