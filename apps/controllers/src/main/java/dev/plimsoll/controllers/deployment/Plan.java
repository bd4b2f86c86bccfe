package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/**
 * What is to be done about a deployment, and what it then reports.
 *
 * @param again when time alone changes something; zero for never
 */
public record Plan(List<Action> actions, ObjectNode status, Duration again) {
    public Plan {
        actions = List.copyOf(actions);
    }
}
