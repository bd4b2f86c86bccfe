package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.PodLimits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A simulated pod that ran when its process ended. */
public record Survivor(Pod pod, String ip, @Nullable PodLimits limits, Map<String, ContainerInstance> containers) {
    public Survivor {
        containers = Map.copyOf(containers);
    }
}
