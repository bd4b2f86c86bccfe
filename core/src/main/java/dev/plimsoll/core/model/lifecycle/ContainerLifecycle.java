package dev.plimsoll.core.model.lifecycle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node does to a container between its start and its end. What is null was not given.
 *
 * @param restartRules the first that fits an exit code decides before the restart policy does
 * @param stopSignal how the container is told to end, such as {@code SIGUSR1}; empty where its image decides
 */
public record ContainerLifecycle(
        @Nullable Probe startupOrNull,
        @Nullable Probe readinessOrNull,
        @Nullable Probe livenessOrNull,
        @Nullable ContainerHandler postStartOrNull,
        @Nullable ContainerHandler preStopOrNull,
        List<RestartRule> restartRules,
        String stopSignal) {
    public static final ContainerLifecycle NONE = new ContainerLifecycle(null, null, null, null, null, List.of());

    /** One whose image says how it is told to end. */
    public ContainerLifecycle(
            @Nullable Probe startupOrNull,
            @Nullable Probe readinessOrNull,
            @Nullable Probe livenessOrNull,
            @Nullable ContainerHandler postStartOrNull,
            @Nullable ContainerHandler preStopOrNull,
            List<RestartRule> restartRules) {
        this(startupOrNull, readinessOrNull, livenessOrNull, postStartOrNull, preStopOrNull, restartRules, "");
    }

    public ContainerLifecycle {
        restartRules = List.copyOf(restartRules);
    }

    public ContainerLifecycle withoutStopSignal() {
        return new ContainerLifecycle(
                startupOrNull, readinessOrNull, livenessOrNull, postStartOrNull, preStopOrNull, restartRules, "");
    }

    /** With those rules only that restart the container alone. */
    public ContainerLifecycle withoutRestartOfAll() {
        var others = restartRules.stream().filter(rule -> !rule.restartsAll()).toList();
        return new ContainerLifecycle(
                startupOrNull, readinessOrNull, livenessOrNull, postStartOrNull, preStopOrNull, others, stopSignal);
    }

    public boolean restartsAll() {
        return restartRules.stream().anyMatch(RestartRule::restartsAll);
    }

    public boolean hasProbes() {
        return startupOrNull != null || readinessOrNull != null || livenessOrNull != null;
    }

    public boolean hasHooks() {
        return postStartOrNull != null || preStopOrNull != null;
    }

    /**
     * A member of {@code restartPolicyRules}.
     *
     * @param action {@code Restart} or {@link #RESTART_ALL}
     * @param operator {@code In} or {@code NotIn}
     */
    public record RestartRule(String action, String operator, List<Integer> exitCodes) {
        public static final String RESTART_ALL = "RestartAllContainers";

        public RestartRule {
            exitCodes = List.copyOf(exitCodes);
        }

        /** Whether all containers of the pod run again, init containers first. */
        public boolean restartsAll() {
            return action.equals(RESTART_ALL);
        }

        public boolean fits(int exitCode) {
            return switch (operator) {
                case "In" -> exitCodes.contains(exitCode);
                case "NotIn" -> !exitCodes.contains(exitCode);
                default -> false;
            };
        }
    }
}
