package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;

/** Pods that share what they have in common: a program that keeps many needs far less memory for them. */
public final class SharedPods {
    private static final int SLOTS = 1 << 16;

    private final SharedValues<Object> parts = new SharedValues<>(SLOTS);

    /** Any value beside a pod, such as its controller. */
    public <T> T part(T value) {
        return parts.of(value);
    }

    /** An equal pod, made of parts that others may have too. */
    public Pod of(Pod pod) {
        var spec = pod.spec();
        var status = pod.status();
        var meta = pod.metadata();
        return new Pod(
                new ObjectMeta(
                        meta.name(),
                        meta.generateName().isEmpty() ? "" : parts.of(meta.generateName()),
                        parts.of(meta.namespace()),
                        meta.uid(),
                        meta.generation(),
                        parts.of(meta.labels()),
                        parts.of(meta.annotations()),
                        meta.deletionOrNull()),
                new PodSpec(
                        parts.of(spec.containers()),
                        parts.of(spec.initContainers()),
                        parts.of(spec.ephemeralContainers()),
                        parts.of(spec.resources()),
                        parts.of(spec.overhead()),
                        spec.restartPolicy(),
                        spec.osName(),
                        parts.of(spec.placement()),
                        parts.of(spec.details())),
                parts.of(new PodStatus(
                        status.phase(),
                        status.qosClass(),
                        status.observedGeneration(),
                        parts.of(status.conditions()),
                        parts.of(status.containerStatuses()),
                        parts.of(status.initContainerStatuses()),
                        parts.of(status.resources()),
                        parts.of(status.allocatedResources()),
                        status.startTimeOrNull())));
    }
}
