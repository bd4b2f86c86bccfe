package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a node says of the run of a container.
 *
 * @param last how the run before this one ended
 */
public record ContainerRun(String name, State state, State last, int restartCount, boolean isReady) {
    /** What a container does. */
    public sealed interface State {
        /** Nothing is said of it. */
        record Unknown() implements State {}

        record Waiting(String reason, String message) implements State {}

        record Running() implements State {}

        record Terminated(int exitCode, String reason, String message) implements State {}

        /** What is said to it beyond the reason; empty where nothing is. */
        default String message() {
            return switch (this) {
                case Waiting waiting -> waiting.message;
                case Terminated terminated -> terminated.message;
                case Unknown _, Running _ -> "";
            };
        }
    }

    static ContainerRun of(JsonNode status) {
        return new ContainerRun(
                text(status, "name"),
                state(status.path("state")),
                state(status.path("lastState")),
                integer(status, "restartCount", 0),
                flag(status, "ready"));
    }

    private static State state(JsonNode state) {
        var terminated = state.path("terminated");
        if (terminated.isObject())
            return new State.Terminated(
                    integer(terminated, "exitCode", 0), text(terminated, "reason"), text(terminated, "message"));
        if (has(state, "running")) return new State.Running();
        var waiting = state.path("waiting");
        return waiting.isObject()
                ? new State.Waiting(text(waiting, "reason"), text(waiting, "message"))
                : new State.Unknown();
    }
}
