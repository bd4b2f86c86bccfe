package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Parts of pods of which many are equal, such as what the pods of one template have in common: each is kept once, for as long as
 * some pod has it. An entry that another one takes the place of costs memory and nothing else, so there are no locks.
 */
final class SharedParts {
    private static final int SLOTS = 1 << 16;

    private final AtomicReferenceArray<@Nullable WeakReference<Object>> slots = new AtomicReferenceArray<>(SLOTS);

    @SuppressWarnings("unchecked") // equal values are of the same type
    <T> T of(T value) {
        var hash = value.hashCode();
        var slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
        var reference = slots.getAcquire(slot);
        var known = reference == null ? null : reference.get();
        if (known != null && known.equals(value)) return (T) known;
        slots.setRelease(slot, new WeakReference<>(value));
        return value;
    }

    Pod of(Pod pod) {
        var spec = pod.spec();
        var status = pod.status();
        var meta = pod.metadata();
        return new Pod(
                new ObjectMeta(
                        meta.name(),
                        meta.generateName().isEmpty() ? "" : of(meta.generateName()),
                        of(meta.namespace()),
                        meta.uid(),
                        meta.generation(),
                        of(meta.labels()),
                        of(meta.annotations()),
                        meta.deletionOrNull()),
                new PodSpec(
                        of(spec.containers()),
                        of(spec.initContainers()),
                        of(spec.ephemeralContainers()),
                        of(spec.resources()),
                        of(spec.overhead()),
                        spec.restartPolicy(),
                        spec.osName(),
                        of(spec.placement()),
                        of(spec.details())),
                of(new PodStatus(
                        status.phase(),
                        status.qosClass(),
                        status.observedGeneration(),
                        of(status.conditions()),
                        of(status.containerStatuses()),
                        of(status.initContainerStatuses()),
                        of(status.resources()),
                        of(status.allocatedResources()))));
    }
}
