package dev.plimsoll.core.topology.state;

import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who has memory of which nodes.
 *
 * @param pods by uid; only those that have blocks
 */
public record MemoryState(MemoryLedger ledger, SortedMap<String, PodMemory> pods) {
    /** Where memory is not pinned. */
    public static final MemoryState NONE = new MemoryState(MemoryLedger.NONE, new TreeMap<>());

    public MemoryState {
        pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
    }

    public PodMemory pod(String uid) {
        return pods.getOrDefault(uid, PodMemory.NONE);
    }

    public MemoryState with(String uid, PodMemory memory) {
        var changed = new TreeMap<>(pods);
        if (memory.pool().isEmpty() && memory.containers().isEmpty()) changed.remove(uid);
        else changed.put(uid, memory);
        return new MemoryState(ledger, changed);
    }

    public MemoryState withLedger(MemoryLedger changed) {
        return new MemoryState(changed, pods);
    }

    private MemoryState balanced() {
        return withLedger(ledger.balanced(charged()));
    }

    /** The blocks of all pods that nodes are charged for. */
    public List<MemoryBlock> charged() {
        return pods.values().stream().flatMap(pod -> pod.charged().stream()).toList();
    }

    /** Without one container. A pool is given back with the pod's last container. */
    public MemoryState without(String uid, String container) {
        var before = pod(uid);
        if (!before.containers().containsKey(container)) return this;
        var after = before.without(container);
        if (before.pool().isEmpty()) {
            return with(uid, after)
                    .withLedger(ledger.released(before.of(container)))
                    .balanced();
        }
        if (!after.containers().isEmpty()) return with(uid, after);
        return with(uid, PodMemory.NONE)
                .withLedger(ledger.released(before.pool()))
                .balanced();
    }

    public MemoryState without(String uid) {
        return with(uid, PodMemory.NONE)
                .withLedger(ledger.released(pod(uid).charged()))
                .balanced();
    }
}
