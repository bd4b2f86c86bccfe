package dev.plimsoll.nodeagent.simulated;

import java.util.Map;
import java.util.Optional;

/** The logs of the containers of one pod, by name: of the present instances and of those before them. */
record ContainerLogs(Map<String, SimulatedLog> current, Map<String, SimulatedLog> previous) {
    ContainerLogs {
        current = Map.copyOf(current);
        previous = Map.copyOf(previous);
    }

    Optional<SimulatedLog> of(String container, boolean isPrevious) {
        return Optional.ofNullable((isPrevious ? previous : current).get(container));
    }
}
