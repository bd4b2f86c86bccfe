package dev.plimsoll.core.topology.state;

import dev.plimsoll.core.topology.machine.CpuSet;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who has which CPUs.
 *
 * @param shared the node's shared pool
 * @param pods by uid; only those that have CPUs of their own
 */
public record CpuState(CpuSet shared, SortedMap<String, PodCpus> pods) {
    /** Where CPUs are not pinned. */
    public static final CpuState NONE = new CpuState(CpuSet.EMPTY, new TreeMap<>());

    public CpuState {
        pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
    }

    public PodCpus pod(String uid) {
        return pods.getOrDefault(uid, PodCpus.NONE);
    }

    public CpuState with(String uid, PodCpus cpus) {
        var changed = new TreeMap<>(pods);
        if (cpus.pool().isEmpty() && cpus.containers().isEmpty()) changed.remove(uid);
        else changed.put(uid, cpus);
        return new CpuState(shared, changed);
    }

    public CpuState withShared(CpuSet changed) {
        return new CpuState(changed, pods);
    }

    /**
     * Without one container. A pool goes back to the node with the pod's last container; without a pool, what the container
     * shares with no other one of its pod goes back at once.
     */
    public CpuState without(String uid, String container) {
        var before = pod(uid);
        if (!before.containers().containsKey(container)) return this;
        var after = before.without(container);
        if (before.pool().isEmpty()) {
            return with(uid, after).withShared(shared.union(before.of(container).minus(after.all())));
        }
        if (!after.containers().isEmpty()) return with(uid, after);
        return with(uid, PodCpus.NONE).withShared(shared.union(before.pool()));
    }

    public CpuState without(String uid) {
        return with(uid, PodCpus.NONE).withShared(shared.union(pod(uid).all()));
    }
}
