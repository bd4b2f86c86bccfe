package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.resources.StorageUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The pods of a simulated node by uid, and what can be read of them. Guarded by the lock of the runtime. */
final class SimulatedPods {
    private final Map<String, SimulatedPod> byUid = new TreeMap<>();

    /** For those who change pods. */
    Map<String, SimulatedPod> byUid() {
        return byUid;
    }

    @Nullable
    SimulatedPod get(String uid) {
        return byUid.get(uid);
    }

    /** The uid of a pod that is still here. */
    Optional<String> uidOf(SimulatedPod pod) {
        return byUid.entrySet().stream()
                .filter(entry -> entry.getValue() == pod)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** As the API knows it; null before its sandbox is made. */
    @Nullable
    Pod specified(String uid) {
        var pod = byUid.get(uid);
        return pod == null ? null : pod.pod;
    }

    /** Empty where it has none. */
    String ip(String uid) {
        var pod = byUid.get(uid);
        return pod == null ? "" : pod.ip;
    }

    /** With its namespace; empty where there is no such pod. */
    String name(String uid) {
        var pod = byUid.get(uid);
        return pod == null ? "" : pod.name;
    }

    /** Whether the container was started already: the act is repeated. */
    boolean isStarted(Act.StartContainer start) {
        var pod = byUid.get(start.uid());
        var known = pod == null ? null : pod.containers.get(start.container());
        return known != null && known.instance().restartCount() >= start.restartCount();
    }

    Map<String, PodObservation> observed() {
        var observed = new HashMap<String, PodObservation>();
        byUid.forEach((uid, pod) -> observed.put(uid, pod.observed()));
        return observed;
    }

    Map<String, StorageUsage> storage(Set<String> uids, Instant now) {
        var usage = new HashMap<String, StorageUsage>();
        byUid.forEach((uid, pod) -> {
            if (uids.contains(uid)) usage.put(uid, pod.storage(now));
        });
        return usage;
    }

    Map<String, PodRuntime.PodUsage> usage(Instant now) {
        var usage = new HashMap<String, PodRuntime.PodUsage>();
        byUid.forEach((uid, pod) -> {
            var containers = new HashMap<String, PodRuntime.ContainerUsage>();
            pod.containers.forEach((name, container) -> {
                if (container.isRunning()) containers.put(name, container.usage(now));
            });
            usage.put(uid, new PodRuntime.PodUsage(containers, pod.memory(now)));
        });
        return usage;
    }
}
