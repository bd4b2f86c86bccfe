package dev.plimsoll.core.workloads.deployment;

import java.time.Duration;
import java.util.List;

/**
 * What is to be done about a deployment, and what it then reports.
 *
 * @param requeueAfter when time alone changes something; zero for never
 */
public record Plan(List<Action> actions, DeploymentStatus status, Duration requeueAfter) {
    public Plan {
        actions = List.copyOf(actions);
    }
}
