package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.resize.state.Actual;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.MemoryUsage;
import dev.plimsoll.core.resize.state.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A pod that nobody runs: its cgroup, its sandbox and its containers. Owned by its runtime's lock. */
final class SimulatedPod {
    final Map<String, SimulatedContainer> containers = new TreeMap<>();
    /** Of the instances before the present ones, by container. */
    final Map<String, Journal> previousJournals = new HashMap<>();

    Behaviour behaviour;
    String sandboxId = "";
    String ip = "";

    @Nullable
    PodLimits limits;

    SimulatedPod(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    PodObservation observed() {
        var instances = new TreeMap<String, ContainerInstance>();
        containers.forEach((name, container) -> instances.put(name, container.instance()));
        return new PodObservation(sandboxId, !sandboxId.isEmpty(), ip, new Actual(limits, instances));
    }

    MemoryUsage memory(Instant now) {
        var readings = new HashMap<String, MemoryUsage.Reading>();
        var total = 0L;
        var reclaimable = 0L;
        for (var entry : containers.entrySet()) {
            if (!entry.getValue().isRunning()) continue;
            var reading = entry.getValue().memory(now);
            readings.put(entry.getKey(), reading);
            total += reading.total();
            reclaimable += reading.reclaimable();
        }
        return new MemoryUsage(new MemoryUsage.Reading(total, reclaimable), readings);
    }

    Optional<Journal> journal(String container, boolean previous) {
        if (previous) return Optional.ofNullable(previousJournals.get(container));
        return Optional.ofNullable(containers.get(container)).map(SimulatedContainer::journal);
    }

    /** Whether anything can happen to it without being asked. */
    boolean isLively() {
        for (var container : containers.values()) {
            if (!container.isRunning()) continue;
            if (container.behaviour().isLively() || container.endsAt().isBefore(Instant.MAX)) return true;
        }
        return false;
    }

    /** What runs out of memory kills: a container over its own limit, or the largest one where the pod is over its. */
    Optional<Killed> outOfMemory(Instant now) {
        var sum = 0L;
        @Nullable String largest = null;
        var most = -1L;
        for (var entry : containers.entrySet()) {
            var container = entry.getValue();
            if (!container.isRunning()) continue;
            var needed = container.workingSet(now);
            if (needed > container.memoryLimit()) return Optional.of(new Killed(entry.getKey(), false));
            sum += needed;
            if (needed > most) {
                most = needed;
                largest = entry.getKey();
            }
        }
        if (largest == null || limits == null || sum <= limits.memoryLimit()) return Optional.empty();
        return Optional.of(new Killed(largest, true));
    }

    /**
     * Who was killed.
     *
     * @param byPod whether it was the pod's limit that ran out, not the container's own
     */
    record Killed(String container, boolean byPod) {}
}
