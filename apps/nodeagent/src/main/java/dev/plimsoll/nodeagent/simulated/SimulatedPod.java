package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.lifecycle.StopSignal;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.simulated.behaviour.Behaviour;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.logs.ContainerLogs;
import dev.plimsoll.nodeagent.simulated.logs.SimulatedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
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
    /** Until when the CPU time of its containers is counted. */
    private Instant countedUntil = Instant.EPOCH;
    /** How many containers were killed because memory ran out, and of them how many because the pod's own did. */
    private long kills;

    private long ownKills;

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

    /** A container has started, in place of the one before. */
    void add(SimulatedContainer container) {
        countCpu(container.instance().startedAt());
        containers.put(container.name(), container);
    }

    /** Forgets containers that have ended, but for what they have written. */
    void removeEnded() {
        containers.values().removeIf(container -> {
            if (container.isRunning()) return false;
            previousJournals.put(container.name(), container.journal());
            return true;
        });
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

    /** How a container is told to end. */
    String stopSignal(String container) {
        var known = pod;
        var said = known == null
                ? ""
                : SimulatedSessions.specOf(known, container).lifecycle().stopSignal();
        return said.isEmpty() ? StopSignal.DEFAULT : said;
    }

    /** Of a container; empty where nothing is known of it. */
    String terminationMessagePolicy(String container) {
        var known = pod;
        return known == null
                ? ""
                : SimulatedSessions.specOf(known, container).details().terminationMessagePolicy();
    }

    MemoryFiles volume(String name, long otherwise) {
        synchronized (volumes) {
            return volumes.computeIfAbsent(name, _ -> new MemoryFiles(() -> volumeSize(name, otherwise), 0_777));
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

    ContainerLogs logs() {
        var current = new HashMap<String, SimulatedLog>();
        containers.forEach((name, container) -> current.put(name, container.journal()));
        return new ContainerLogs(current, previousJournals);
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

    /** Who is killed because memory ran out: a container over its own limit, or the one that the kernel picks where the pod is over its. */
    Optional<Killed> outOfMemory(Instant now) {
        var sum = 0L;
        for (var container : containers.values()) {
            if (!container.isRunning()) continue;
            var needed = container.workingSet(now);
            if (needed > container.memoryLimit()) return Optional.of(new Killed(container, false));
            sum += needed;
        }
        if (limits == null || sum <= limits.memoryLimit()) return Optional.empty();
        var limit = limits.memoryLimit();
        return containers.values().stream()
                .filter(container -> container.workingSet(now) > 0)
                .max(Comparator.comparingDouble(container -> container.badness(now, limit)))
                .map(container -> new Killed(container, true));
    }

    long workingSet(Instant now) {
        var sum = 0L;
        for (var container : containers.values()) sum += container.workingSet(now);
        return sum;
    }

    /** The kernel has killed a container; a cgroup counts what happens in it and below, and apart from that what its own limit did. */
    void countKill(boolean byPod) {
        kills++;
        if (byPod) ownKills++;
    }

    /** As {@code memory.events} has it. */
    String memoryEvents() {
        return memoryEvents(kills);
    }

    /** As {@code memory.events.local} has it. */
    String ownMemoryEvents() {
        return memoryEvents(ownKills);
    }

    static String memoryEvents(long kills) {
        return "low 0\nhigh 0\nmax " + kills + "\noom " + kills + "\noom_kill " + kills + "\noom_group_kill 0";
    }

    /** Adds up the CPU time of all containers: together they get no more than the pod may have. */
    void countCpu(Instant now) {
        var demands = new ArrayList<CpuShares.Demand>(containers.size());
        for (var container : containers.values())
            demands.add(new CpuShares.Demand(container.wantedCpuSinceCount(now), container.cpuWeight()));
        var allowed = cpuLimit();
        var seconds = Duration.between(countedUntil, now).toNanos() / 1e9;
        var given = allowed == Double.MAX_VALUE || seconds <= 0 ? null : CpuShares.divided(demands, allowed * seconds);
        var i = 0;
        for (var container : containers.values()) {
            container.addCpu(given == null ? demands.get(i).wanted() : given.get(i), now);
            i++;
        }
        if (now.isAfter(countedUntil)) countedUntil = now;
    }

    /** What a container uses at this moment beside the others, in thousandths of a CPU. */
    double cpuRate(SimulatedContainer asked, Instant now) {
        var all = List.copyOf(containers.values());
        var demands = all.stream()
                .map(container -> new CpuShares.Demand(container.wantedCpu(now), container.cpuWeight()))
                .toList();
        var at = all.indexOf(asked);
        return at < 0
                ? asked.wantedCpu(now)
                : CpuShares.divided(demands, cpuLimit()).get(at);
    }

    /** Of the pod as a whole, in thousandths of a CPU. */
    private double cpuLimit() {
        if (limits == null || limits.cpuQuota() == PodLimits.UNLIMITED) return Double.MAX_VALUE;
        return limits.cpuQuota() * 1000.0 / CpuScale.PERIOD;
    }

    /**
     * Who was killed.
     *
     * @param byPod whether it was the pod's limit that ran out, not the container's own
     */
    record Killed(SimulatedContainer container, boolean byPod) {}

    /** As messages name a pod. */
    static String name(Pod pod) {
        return pod.metadata().namespace() + "/" + pod.metadata().name();
    }
}
