package dev.plimsoll.console.cluster;

import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import java.util.List;
import java.util.Map;

/**
 * Takes from a pod what no view of many pods reads: labels and notes, images and volumes, ids of containers, conditions without a resize, CPUs or a reason
 * in them. What is left is the same for most pods of a template.
 */
final class PodReduction {
    private PodReduction() {}

    static Pod of(Pod pod) {
        var metadata = pod.metadata();
        return new Pod(
                new ObjectMeta(
                        metadata.name(),
                        "",
                        metadata.namespace(),
                        metadata.uid(),
                        metadata.generation(),
                        Map.of(),
                        Map.of(),
                        metadata.deletionOrNull()),
                spec(pod.spec()),
                status(pod.status()));
    }

    private static PodSpec spec(PodSpec spec) {
        return new PodSpec(
                containers(spec.containers()),
                containers(spec.initContainers()),
                List.of(),
                spec.resources(),
                spec.overhead(),
                spec.restartPolicy(),
                spec.osName(),
                spec.placement(),
                PodDetails.NONE);
    }

    private static List<Container> containers(List<Container> containers) {
        return containers.stream()
                .map(each -> new Container(
                        each.name(),
                        "",
                        each.restartPolicy(),
                        each.resources(),
                        each.resizePolicy(),
                        ContainerDetails.NONE))
                .toList();
    }

    private static PodStatus status(PodStatus status) {
        return new PodStatus(
                status.phase(),
                status.qosClass(),
                status.observedGeneration(),
                status.conditions().stream().filter(PodReduction::isRead).toList(),
                statuses(status.containerStatuses()),
                statuses(status.initContainerStatuses()),
                status.resources(),
                status.allocatedResources(),
                status.startTimeOrNull());
    }

    /** Resizes, why it has no node, and the CPUs that it has for itself. */
    private static boolean isRead(Condition condition) {
        return switch (condition.type()) {
            case Condition.POD_RESIZE_PENDING, Condition.POD_RESIZE_IN_PROGRESS, AssignedResources.CONDITION -> true;
            case "PodScheduled" -> !condition.status().equals("True");
            default -> false;
        };
    }

    private static List<ContainerStatus> statuses(List<ContainerStatus> statuses) {
        return statuses.stream()
                .map(each ->
                        new ContainerStatus(each.name(), each.running(), each.resources(), each.allocatedResources()))
                .toList();
    }
}
