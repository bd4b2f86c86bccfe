package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells whose limit a container that was killed for want of memory had reached. The container's own cgroup is gone by then; the
 * pod's is still there, and counts how often the pod itself ran out.
 */
public final class OutOfMemory {
    private static final String REASON = "OOMKilled";

    private final PodCgroups cgroups;
    private final Incidents incidents;
    private final Map<String, Long> counted = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    public OutOfMemory(PodCgroups cgroups, Incidents incidents) {
        this.cgroups = cgroups;
        this.incidents = incidents;
    }

    /** What had happened before is not told again. */
    public void begin(String uid, PodObservation observed) {
        cgroups.podOutOfMemory(uid).ifPresent(count -> counted.put(uid, count));
        observed.actual().containers().values().forEach(instance -> told.add(instance.id()));
        observed.actual().containers().values().stream()
                .filter(instance -> !instance.isExited())
                .forEach(instance -> told.remove(instance.id()));
    }

    public void notice(String uid, PodObservation observed) {
        for (var entry : observed.actual().containers().entrySet()) {
            var instance = entry.getValue();
            if (!instance.isExited() || !instance.endedBy().equals(REASON) || !told.add(instance.id())) continue;
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
    }
}
