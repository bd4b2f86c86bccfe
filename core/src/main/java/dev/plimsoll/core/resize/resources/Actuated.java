package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime and the kernel have accepted; checkpointed after they did. Containers are held with the limits that are in
 * force for them, inherited ones included; a container that is not named has nothing that is known.
 *
 * @param podOrNull the values of the pod's cgroup as written; what is read back may be rounded. Null where it is not known
 */
public record Actuated(PodResources resources, @Nullable PodLimits podOrNull) {
    public static final Actuated NOTHING = new Actuated(PodResources.NONE, null);

    public boolean knows(String container) {
        return resources.containers().containsKey(container);
    }

    public ResourceRequirements container(String name) {
        return resources.container(name);
    }

    public Actuated with(String container, ResourceRequirements accepted) {
        return new Actuated(resources.with(container, accepted), podOrNull);
    }

    public Actuated without(String container) {
        return knows(container) ? new Actuated(resources.without(container), podOrNull) : this;
    }

    public Actuated withPodLevel(ResourceRequirements accepted) {
        return new Actuated(resources.withPodLevel(accepted), podOrNull);
    }

    public Actuated withVolume(String name, Quantity size) {
        return new Actuated(resources.withVolume(name, size), podOrNull);
    }

    /** Volumes that were made with a container: those that are known already stay as they are. */
    public Actuated withNewVolumes(PodResources made) {
        var changed = this;
        for (var entry : made.volumes().entrySet()) {
            if (!resources.volumes().containsKey(entry.getKey()))
                changed = changed.withVolume(entry.getKey(), entry.getValue());
        }
        return changed;
    }

    public Actuated withPod(@Nullable PodLimits written) {
        return new Actuated(resources, written);
    }
}
