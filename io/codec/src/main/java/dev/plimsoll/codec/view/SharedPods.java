package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.function.BiPredicate;

/** Pods that share what they have in common: a program that keeps many needs far less memory for them. */
public final class SharedPods {
    /** For what the programs of a process keep: they keep the same pods. */
    public static final SharedPods OF_PROCESS = new SharedPods();

    private static final int SLOTS = 1 << 16;

    private final SharedValues<Object> parts = new SharedValues<>(SLOTS);

    /** Any value beside a pod, such as its controller. */
    public <T> T part(T value) {
        return parts.of(value);
    }

    /** An equal value, unless what it declares differs: lists of amounts that were not given are equal to those without entries. */
    private <T> T part(T value, BiPredicate<T, T> isDeclaredAlike) {
        var known = parts.of(value);
        return isDeclaredAlike.test(known, value) ? known : value;
    }

    /** An equal pod, made of parts that others may have too. */
    public Pod of(Pod pod) {
        return new Pod(metadata(pod.metadata()), of(pod.spec()), of(pod.status()));
    }

    private ObjectMeta metadata(ObjectMeta meta) {
        return parts.of(new ObjectMeta(
                meta.name(),
                meta.generateName().isEmpty() ? "" : parts.of(meta.generateName()),
                parts.of(meta.namespace()),
                meta.uid(),
                meta.generation(),
                parts.of(meta.labels()),
                parts.of(meta.annotations()),
                meta.deletionOrNull()));
    }

    /** An equal spec that other pods may have too, as a whole and in parts. */
    public PodSpec of(PodSpec spec) {
        return part(ofParts(spec), DeclaredAmounts::areAlike);
    }

    private PodSpec ofParts(PodSpec spec) {
        return new PodSpec(
                containers(spec.containers()),
                containers(spec.initContainers()),
                containers(spec.ephemeralContainers()),
                requirements(spec.resources()),
                amounts(spec.overhead()),
                spec.restartPolicy(),
                spec.osName(),
                parts.of(spec.placement()),
                parts.of(spec.details()));
    }

    /** An equal status that other pods may have too, as a whole and in parts. */
    public PodStatus of(PodStatus status) {
        return part(
                new PodStatus(
                        status.phase(),
                        status.qosClass(),
                        status.observedGeneration(),
                        parts.of(status.conditions()),
                        statuses(status.containerStatuses()),
                        statuses(status.initContainerStatuses()),
                        requirements(status.resources()),
                        amounts(status.allocatedResources()),
                        status.startTimeOrNull()),
                DeclaredAmounts::areAlike);
    }

    private List<Container> containers(List<Container> containers) {
        return part(containers, DeclaredAmounts::containers);
    }

    private List<ContainerStatus> statuses(List<ContainerStatus> statuses) {
        return part(statuses, DeclaredAmounts::statuses);
    }

    private ResourceRequirements requirements(ResourceRequirements requirements) {
        return part(requirements, DeclaredAmounts::areAlike);
    }

    private ResourceAmounts amounts(ResourceAmounts amounts) {
        return part(amounts, DeclaredAmounts::areAlike);
    }
}
