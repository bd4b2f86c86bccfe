package dev.plimsoll.core.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of a pod.
 *
 * @param qosClass empty until it was computed
 * @param resources what the pod as a whole has now, as read back
 * @param allocatedResources what the node has admitted for the pod as a whole
 * @param startTimeOrNull when a node took the pod; null where none has, or nobody said when
 */
public record PodStatus(
        String phase,
        String qosClass,
        long observedGeneration,
        List<Condition> conditions,
        List<ContainerStatus> containerStatuses,
        List<ContainerStatus> initContainerStatuses,
        ResourceRequirements resources,
        ResourceAmounts allocatedResources,
        @Nullable Instant startTimeOrNull) {

    public static final PodStatus NONE = new PodStatus(
            "", "", 0, List.of(), List.of(), List.of(), ResourceRequirements.ABSENT, ResourceAmounts.ABSENT);

    /** One that does not say when a node took the pod. */
    public PodStatus(
            String phase,
            String qosClass,
            long observedGeneration,
            List<Condition> conditions,
            List<ContainerStatus> containerStatuses,
            List<ContainerStatus> initContainerStatuses,
            ResourceRequirements resources,
            ResourceAmounts allocatedResources) {
        this(
                phase,
                qosClass,
                observedGeneration,
                conditions,
                containerStatuses,
                initContainerStatuses,
                resources,
                allocatedResources,
                null);
    }

    public PodStatus {
        conditions = List.copyOf(conditions);
        containerStatuses = List.copyOf(containerStatuses);
        initContainerStatuses = List.copyOf(initContainerStatuses);
    }

    /** Failed or Succeeded: nothing of it will run again. */
    public boolean isTerminal() {
        return PodPhase.isTerminal(phase);
    }

    /** Whether it shows that a node has let the pod in: from then on there is a status of each container. */
    public boolean showsAdmission() {
        return !containerStatuses.isEmpty();
    }

    /** Whether the node can never grant the pending resize. The condition's status field is not looked at. */
    public boolean resizeIsInfeasible() {
        for (var condition : conditions) {
            if (condition.type().equals(Condition.POD_RESIZE_PENDING)) {
                return condition.reason().equals(Condition.INFEASIBLE);
            }
        }
        return false;
    }

    /** Whether what it says of a pending resize can be meant for the spec of that generation. */
    boolean isAbout(long generation) {
        var seen = observedGeneration;
        for (var condition : conditions) {
            if (condition.type().equals(Condition.POD_RESIZE_PENDING)) {
                seen = Math.max(seen, condition.observedGeneration());
                break;
            }
        }
        return seen == 0 || seen >= generation;
    }

    /** The status of the container with that name: regular ones first, then init containers. */
    public Optional<ContainerStatus> container(String name) {
        for (var status : containerStatuses) {
            if (status.name().equals(name)) return Optional.of(status);
        }
        for (var status : initContainerStatuses) {
            if (status.name().equals(name)) return Optional.of(status);
        }
        return Optional.empty();
    }

    public PodStatus withQosClass(String changed) {
        return new PodStatus(
                phase,
                changed,
                observedGeneration,
                conditions,
                containerStatuses,
                initContainerStatuses,
                resources,
                allocatedResources,
                startTimeOrNull);
    }
}
