package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.PodLimits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulated pod that ran when its process ended.
 *
 * @param cgroups what its containers were told, by their names
 */
public record SurvivingPod(
        Pod pod,
        String ip,
        @Nullable PodLimits limits,
        Map<String, ContainerInstance> containers,
        Map<String, ContainerCgroup> cgroups) {
    public SurvivingPod {
        cgroups = Map.copyOf(cgroups);
        containers = Map.copyOf(containers);
    }
}
