package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.PodPhase;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.ContainerUser;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod's status as the node reports it. Texts are empty where the API leaves the field out.
 *
 * @param startTimeOrNull when the node took the pod; null where it never did
 * @param placementOrNull which CPUs and memory the pod has for itself; null where it has none
 */
public record StatusReport(
        String phase,
        String reason,
        String message,
        String qosClass,
        long observedGeneration,
        @Nullable Instant startTimeOrNull,
        String podIp,
        List<Condition> conditions,
        List<OfContainer> initContainers,
        List<OfContainer> containers,
        List<OfContainer> ephemeralContainers,
        ResourceRequirements resources,
        ResourceAmounts allocatedResources,
        @Nullable AssignedPlacement placementOrNull) {

    public static final StatusReport NONE = new StatusReport(
            "",
            "",
            "",
            "",
            0,
            null,
            "",
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            ResourceRequirements.ABSENT,
            ResourceAmounts.ABSENT,
            null);

    public StatusReport {
        conditions = List.copyOf(conditions);
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
        ephemeralContainers = List.copyOf(ephemeralContainers);
    }

    /** With what the pod has for itself. */
    public StatusReport placed(@Nullable AssignedPlacement placement) {
        return new StatusReport(
                phase,
                reason,
                message,
                qosClass,
                observedGeneration,
                startTimeOrNull,
                podIp,
                conditions,
                initContainers,
                containers,
                ephemeralContainers,
                resources,
                allocatedResources,
                placement);
    }

    public boolean isTerminal() {
        return PodPhase.isTerminal(phase);
    }

    /** Whether it tells of a resize that waits until less memory is used. */
    public boolean waitsForMemory() {
        for (var condition : conditions) {
            if (condition.type().equals(Condition.POD_RESIZE_IN_PROGRESS)
                    && MemoryUsage.blocksShrink(condition.message())) return true;
        }
        return false;
    }

    public @Nullable OfContainer container(String name) {
        for (var container : containers) if (container.name().equals(name)) return container;
        for (var container : initContainers) if (container.name().equals(name)) return container;
        for (var container : ephemeralContainers) if (container.name().equals(name)) return container;
        return null;
    }

    /**
     * One container.
     *
     * @param stopSignal how it is told to end; empty where its image decides
     * @param userOrNull as whom its first process began; null where nobody knows
     * @param lastStateOrNull how the instance before ended; null where there was none
     */
    public record OfContainer(
            String name,
            State state,
            @Nullable State lastStateOrNull,
            boolean ready,
            boolean started,
            int restartCount,
            String image,
            String imageId,
            String containerId,
            ResourceRequirements resources,
            ResourceAmounts allocatedResources,
            String stopSignal,
            @Nullable ContainerUser userOrNull) {
        public OfContainer withResources(ResourceRequirements changed, ResourceAmounts allocated) {
            return new OfContainer(
                    name,
                    state,
                    lastStateOrNull,
                    ready,
                    started,
                    restartCount,
                    image,
                    imageId,
                    containerId,
                    changed,
                    allocated,
                    stopSignal,
                    userOrNull);
        }
    }

    /** What a container is doing. */
    public sealed interface State {
        record Waiting(String reason, String message) implements State {}

        record Running(Instant startedAt) implements State {}

        record Terminated(
                int exitCode, String reason, String message, Instant startedAt, Instant finishedAt, String containerId)
                implements State {}
    }
}
