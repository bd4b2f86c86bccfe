package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.state.Actual;
import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.MemoryUsage;
import dev.plimsoll.core.resize.state.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.StorageUsage;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A pod that nobody runs: its cgroup, its sandbox and its containers. Owned by its runtime's lock. */
final class SimulatedPod {
    final Map<String, SimulatedContainer> containers = new TreeMap<>();
    /** Of the instances before the present ones, by container. */
    final Map<String, SimulatedLog> previousJournals = new HashMap<>();

    /** Contents of volumes that are the pod's own, by name. */
    private final Map<String, MemoryFiles> volumes = new HashMap<>();

    /** Sizes that volumes were given, by name. */
    final Map<String, Long> volumeSizes = new ConcurrentHashMap<>();

    Behaviour behaviour;

    volatile @Nullable Pod pod;
    /** With its namespace. */
    String name = "";

    String sandboxId = "";
    String ip = "";

    @Nullable
    PodLimits limits;

    SimulatedPod(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    /** How much fits into a volume. */
    long volumeSize(String volume, long otherwise) {
        var given = volumeSizes.get(volume);
        if (given != null) return given;
        var known = pod;
        if (known == null) return otherwise;
        for (var each : known.spec().details().volumes()) {
            var emptyDir = each.emptyDirOrNull();
            var size = emptyDir == null ? null : emptyDir.sizeLimitOrNull();
            if (each.name().equals(volume) && size != null && !size.isZero()) return size.value();
        }
        return otherwise;
    }

    MemoryFiles volume(String name, long otherwise) {
        synchronized (volumes) {
            return volumes.computeIfAbsent(name, _ -> new MemoryFiles(() -> volumeSize(name, otherwise)));
        }
    }

    /** What programs have written into a volume. */
    private long written(String volume) {
        synchronized (volumes) {
            var files = volumes.get(volume);
            return files == null ? 0 : files.usedBytes();
        }
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

    /** Volumes are as old as the first container that was started. */
    StorageUsage storage(Instant now) {
        var written = new HashMap<String, Long>();
        var began = now;
        for (var entry : containers.entrySet()) {
            written.put(entry.getKey(), entry.getValue().storage(now));
            var started = entry.getValue().instance().startedAt();
            if (started.isBefore(began)) began = started;
        }
        var age = Duration.between(began, now).toNanos() / 1e9;
        var used = new HashMap<String, Long>();
        behaviour
                .volumes()
                .forEach((name, profile) ->
                        used.put(name, Math.max(written(name), SimulatedContainer.bytes(profile, age))));
        return new StorageUsage(written, used);
    }

    Optional<SimulatedLog> journal(String container, boolean previous) {
        if (previous) return Optional.ofNullable(previousJournals.get(container));
        return Optional.ofNullable(containers.get(container)).map(SimulatedContainer::journal);
    }

    /** Whether anything can happen to it without being asked. */
    boolean isLively() {
        for (var container : containers.values()) {
            if (!container.isRunning()) continue;
            if (container.behaviour().isLively()
                    || container.endsAt().isBefore(Instant.MAX)
                    || !container.instance().isReady()) return true;
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
