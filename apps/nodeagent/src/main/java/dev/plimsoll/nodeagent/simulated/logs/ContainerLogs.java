package dev.plimsoll.nodeagent.simulated.logs;

import java.util.Map;
import java.util.Optional;

/** The logs of the containers of one pod, by name: of the present instances and of those before them. */
public record ContainerLogs(Map<String, SimulatedLog> current, Map<String, SimulatedLog> previous) {
    public ContainerLogs {
        current = Map.copyOf(current);
        previous = Map.copyOf(previous);
    }

    public Optional<SimulatedLog> of(String container, boolean isPrevious) {
        return Optional.ofNullable((isPrevious ? previous : current).get(container));
    }
}
