package dev.plimsoll.objects.pod;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.timeOrEpoch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.resize.state.StatusReport.State;

/** A container as the status of its pod shows it. */
public record ReportedContainer(String name, String containerId, String image, int restartCount, State state) {
    static ReportedContainer read(JsonNode node) {
        return new ReportedContainer(
                text(node, "name"),
                text(node, "containerID"),
                text(node, "image"),
                integer(node, "restartCount", 0),
                state(node.path("state")));
    }

    private static State state(JsonNode node) {
        if (has(node, "running")) return new State.Running(timeOrEpoch(node.path("running"), "startedAt"));
        if (has(node, "terminated")) {
            var ended = node.path("terminated");
            return new State.Terminated(
                    integer(ended, "exitCode", 0),
                    text(ended, "reason"),
                    text(ended, "message"),
                    timeOrEpoch(ended, "startedAt"),
                    timeOrEpoch(ended, "finishedAt"),
                    text(ended, "containerID"));
        }
        return new State.Waiting(text(node.path("waiting"), "reason"), text(node.path("waiting"), "message"));
    }
}
