package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod's status as the node reports it. Texts are empty where the API leaves the field out.
 *
 * @param startTimeOrNull when the node took the pod; null where it never did
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
        ResourceRequirements resources,
        ResourceAmounts allocatedResources) {

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
            ResourceRequirements.ABSENT,
            ResourceAmounts.ABSENT);

    public StatusReport {
        conditions = List.copyOf(conditions);
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
    }

    public boolean isTerminal() {
        return phase.equals("Failed") || phase.equals("Succeeded");
    }

    public @Nullable OfContainer container(String name) {
        for (var container : containers) if (container.name().equals(name)) return container;
        for (var container : initContainers) if (container.name().equals(name)) return container;
        return null;
    }

    /**
     * One container.
     *
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
            ResourceAmounts allocatedResources) {}

    /** What a container is doing. */
    public sealed interface State {
        record Waiting(String reason, String message) implements State {}

        record Running(Instant startedAt) implements State {}

        record Terminated(int exitCode, String reason, Instant startedAt, Instant finishedAt, String containerId)
                implements State {}
    }
}
