package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.usage.ResourceUsage;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import dev.plimsoll.nodeagent.runtime.PodRuntime.ContainerUsage;
import dev.plimsoll.nodeagent.runtime.PodRuntime.PodUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What pods use: by their cgroups, and by the runtime where those cannot be read. */
public final class PodUsageReader {
    private final CriClient cri;
    private final PodCgroups cgroups;
    private final InstantSource clock;
    /** By container id: what the time per second is measured from. */
    private final Map<String, Sample> samples = new ConcurrentHashMap<>();

    private record Sample(Instant at, long cpuNanos) {}

    public PodUsageReader(CriClient cri, PodCgroups cgroups, InstantSource clock) {
        this.cri = cri;
        this.cgroups = cgroups;
        this.clock = clock;
    }

    /** Memory of one pod; a container that cannot be read is missing. */
    public CriReply<MemoryUsage> memory(String uid) {
        return cri.containers("", CriLabels.selecting(uid)).map(all -> memory(uid, running(all)));
    }

    private static List<Container> running(List<Container> all) {
        return Observations.newestInstances(all).values().stream()
                .filter(container -> container.state() == ContainerState.RUNNING)
                .toList();
    }

    private MemoryUsage memory(String uid, List<Container> containers) {
        var ids = new HashMap<String, String>();
        for (var container : containers) ids.put(CriLabels.name(container), container.id());
        var read = cgroups.memory(uid, ids);
        var readings = new HashMap<>(read.containers());
        for (var entry : ids.entrySet()) {
            if (readings.containsKey(entry.getKey())) continue;
            cri.containerUsage(entry.getValue())
                    .ok()
                    .map(usage -> bytes(usage.usage()))
                    .ifPresent(bytes -> readings.put(entry.getKey(), MemoryUsage.Reading.of(bytes)));
        }
        return new MemoryUsage(read.podOrNull(), readings);
    }

    private static @Nullable Long bytes(ResourceUsage usage) {
        var bytes = usage.usageBytes() == ResourceUsage.UNKNOWN ? usage.workingSetBytes() : usage.usageBytes();
        return bytes == ResourceUsage.UNKNOWN ? null : bytes;
    }

    /** All pods; those of which nothing could be read are not there. */
    public Map<String, PodUsage> all() {
        var byPod = new HashMap<String, List<Container>>();
        for (var container : cri.containers("", Map.of()).ok().orElse(List.of())) {
            var uid = CriLabels.uid(container);
            if (!uid.isEmpty())
                byPod.computeIfAbsent(uid, _ -> new ArrayList<>()).add(container);
        }
        var usage = new HashMap<String, PodUsage>();
        byPod.forEach((uid, containers) -> {
            var running = running(containers);
            var used = new HashMap<String, ContainerUsage>();
            for (var container : running) {
                var one = one(uid, container.id());
                if (one != null) used.put(CriLabels.name(container), one);
            }
            usage.put(uid, new PodUsage(used, memory(uid, running)));
        });
        samples.keySet()
                .retainAll(byPod.values().stream()
                        .flatMap(List::stream)
                        .map(Container::id)
                        .toList());
        return usage;
    }

    private @Nullable ContainerUsage one(String uid, String id) {
        var used = cgroups.used(uid, id);
        if (used.isPresent()) {
            var cpu = used.get().cpuNanos();
            return new ContainerUsage(
                    cpu, rate(id, cpu), used.get().memoryBytes(), used.get().workingSet());
        }
        return cri.containerUsage(id)
                .ok()
                .map(told -> told.usage())
                .map(told -> new ContainerUsage(
                        Math.max(0, told.cpuNanos()),
                        told.nanoCores() == ResourceUsage.UNKNOWN ? rate(id, told.cpuNanos()) : told.nanoCores(),
                        Math.max(0, told.usageBytes()),
                        Math.max(0, told.workingSetBytes())))
                .orElse(null);
    }

    private long rate(String id, long cpuNanos) {
        var now = clock.instant();
        var before = samples.put(id, new Sample(now, cpuNanos));
        if (before == null) return 0;
        var elapsed = Duration.between(before.at(), now).toNanos();
        return elapsed <= 0 ? 0 : (long) (Math.max(0, cpuNanos - before.cpuNanos()) * 1e9 / elapsed);
    }
}
