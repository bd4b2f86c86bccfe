package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells whose limit a container that was killed for want of memory had reached. The container's own cgroup is gone by then; the
 * pod's is still there, and counts how often the pod itself ran out.
 */
public final class OutOfMemory {
    private static final String REASON = "OOMKilled";

    private final PodCgroups cgroups;
    private final Incidents incidents;
    /** By uid. */
    private final Map<String, Long> counted = new ConcurrentHashMap<>();
    /** By uid, the containers whose end is nothing new. */
    private final Map<String, Set<String>> told = new ConcurrentHashMap<>();

    public OutOfMemory(PodCgroups cgroups, Incidents incidents) {
        this.cgroups = cgroups;
        this.incidents = incidents;
    }

    /** What had happened before is not told again. */
    public void begin(String uid, PodObservation observed) {
        cgroups.podOutOfMemory(uid).ifPresent(count -> counted.put(uid, count));
        var ended = ConcurrentHashMap.<String>newKeySet();
        observed.actual().containers().values().stream()
                .filter(ContainerInstance::isExited)
                .forEach(instance -> ended.add(instance.id()));
        told.put(uid, ended);
    }

    public void notice(String uid, PodObservation observed) {
        var known = told.computeIfAbsent(uid, _ -> ConcurrentHashMap.newKeySet());
        known.retainAll(observed.actual().containers().values().stream()
                .map(ContainerInstance::id)
                .collect(Collectors.toSet()));
        for (var entry : observed.actual().containers().entrySet()) {
            var instance = entry.getValue();
            if (!instance.isExited() || !instance.endedBy().equals(REASON) || !known.add(instance.id())) continue;
            var count = cgroups.podOutOfMemory(uid).orElse(0);
            var isPod = count > counted.getOrDefault(uid, 0L);
            counted.put(uid, count);
            var limits = instance.limits();
            var limit = isPod
                    ? bytes(observed.actual().podOrNull())
                    : limits == null || limits.memoryLimit() <= 0 ? "" : " (limit " + limits.memoryLimit() + ")";
            incidents.tell(
                    uid,
                    REASON,
                    isPod
                            ? "The pod ran out of memory" + limit + ": container " + entry.getKey() + " was killed"
                            : "Container " + entry.getKey() + " ran out of memory" + limit + " and was killed");
        }
    }

    private static String bytes(@Nullable PodLimits limits) {
        return limits == null || limits.memoryLimit() == PodLimits.UNLIMITED
                ? ""
                : " (limit " + limits.memoryLimit() + ")";
    }

    /** Forgets what concerned pods that are gone. */
    public void retain(Set<String> pods) {
        counted.keySet().retainAll(pods);
        told.keySet().retainAll(pods);
    }
}
