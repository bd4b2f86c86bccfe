package dev.plimsoll.core.topology.restoration;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.state.MemoryState;
import dev.plimsoll.core.topology.state.PodMemory;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The memory of a checkpoint against what runs and the machine of today: blocks are the truth, the ledger follows from them. */
final class MemoryRestoration {
    private static final String PREFIX = "[memorymanager] ";
    private static final String STATIC = "Static";
    private static final String WHAT_TO_DO = ": delete the pod, or start with the settings that it was started under";

    private final NodePolicies policies;
    private final MemoryState unused;
    private final SortedMap<String, RunningPod> running;
    private final List<String> healed;
    private final List<String> reasons;

    MemoryRestoration(
            NodePolicies policies,
            MemoryState unused,
            SortedMap<String, RunningPod> running,
            List<String> healed,
            List<String> reasons) {
        this.policies = policies;
        this.unused = unused;
        this.running = running;
        this.healed = healed;
        this.reasons = reasons;
    }

    MemoryState restore(@Nullable StoredMemory stored) {
        var configured = policies.memoryPolicyName();
        var written = written(stored);
        var pods = ofRunning(written);
        if (!policies.pinsMemory()) {
            pods.forEach((uid, _) -> refuse(
                    uid,
                    "memory of NUMA nodes to itself, which the memory manager policy \"" + configured + "\" ends"));
        }
        if (stored != null && !stored.policyName().equals(configured)) {
            healed.add(Restoration.policyDiffers(PREFIX, configured, stored.policyName())
                    + ": started with nothing assigned");
        }
        if (!policies.pinsMemory()) return unused;
        pods.forEach((uid, pod) -> problems(pod).forEach(problem -> refuse(uid, problem)));
        if (!reasons.isEmpty()) return unused;
        var ledger = charged(pods);
        if (overflows(ledger, pods)) {
            pods.keySet().forEach(uid -> refuse(uid, "memory of NUMA nodes that have less for all of their pods"));
            return unused;
        }
        addWaiting(pods, written);
        var restored = new MemoryState(charged(pods), pods);
        return stored == null || !stored.policyName().equals(STATIC) ? restored : compared(restored, stored.memory());
    }

    private MemoryState compared(MemoryState restored, MemoryState stored) {
        var before = stored.ledger();
        if (before.nodes().isEmpty() && restored.pods().isEmpty()) return restored;
        // Within a group another division between its nodes may be stored; it is kept, so that a restart changes
        // nothing.
        if (before.hasSameSizes(restored.ledger()) && before.isOutcomeOf(restored.charged()))
            return restored.withLedger(before);
        healed.add(PREFIX + "the expected machine state is different from the real one: it was computed anew");
        return restored;
    }

    private static Map<String, PodMemory> written(@Nullable StoredMemory stored) {
        var pods = new TreeMap<String, PodMemory>();
        if (stored == null || !stored.policyName().equals(STATIC)) return pods;
        pods.putAll(stored.memory().pods());
        pods.values().removeIf(pod -> pod.equals(PodMemory.NONE));
        return pods;
    }

    private SortedMap<String, PodMemory> ofRunning(Map<String, PodMemory> written) {
        var pods = new TreeMap<String, PodMemory>();
        running.forEach((uid, pod) -> {
            var before = written.get(uid);
            var memory = before == null ? pod.memory() : before;
            if (memory.equals(PodMemory.NONE)) return;
            pods.put(uid, memory);
            if (before != null) return;
            healed.add(PREFIX + Restoration.named(uid, pod)
                    + "has the memory that its containers were started with: the checkpoint says nothing");
        });
        return pods;
    }

    /** Pods that were let in and do not run get what was promised to them, if it is still there. */
    private void addWaiting(SortedMap<String, PodMemory> pods, Map<String, PodMemory> written) {
        for (var entry : written.entrySet()) {
            if (running.containsKey(entry.getKey())) continue;
            var pod = entry.getValue();
            if (problems(pod).isEmpty()) {
                pods.put(entry.getKey(), pod);
                if (!overflows(charged(pods), pods)) continue;
                pods.remove(entry.getKey());
            }
            healed.add(PREFIX + "pod " + entry.getKey()
                    + " does not run, and its memory cannot be kept for it any more: it goes back");
        }
    }

    private void refuse(String uid, String what) {
        var pod = running.get(uid);
        if (pod != null) reasons.add(PREFIX + Restoration.named(uid, pod) + "has " + what + WHAT_TO_DO);
    }

    private MemoryLedger charged(SortedMap<String, PodMemory> pods) {
        return unused.ledger().recharged(new MemoryState(unused.ledger(), pods).charged());
    }

    private List<String> problems(PodMemory pod) {
        var blocks = new ArrayList<>(pod.pool());
        pod.containers().values().forEach(blocks::addAll);
        return blocks.stream()
                .filter(block -> !isThere(block))
                .map(block -> block.bytes() + " bytes of " + block.resource() + " of NUMA nodes " + block.nodes()
                        + ", which the machine no longer has")
                .distinct()
                .collect(Collectors.toList());
    }

    private boolean isThere(MemoryBlock block) {
        var nodes = unused.ledger().nodes();
        return block.nodes().stream().allMatch(id -> {
            var node = nodes.get(id);
            return node != null && node.tables().containsKey(block.resource());
        });
    }

    /** Whether some block found less free memory than it has. */
    private static boolean overflows(MemoryLedger ledger, Map<String, PodMemory> pods) {
        var charged = new TreeMap<ResourceName, Long>();
        for (var pod : pods.values()) {
            for (var block : pod.charged()) charged.merge(block.resource(), block.bytes(), Long::sum);
        }
        return charged.entrySet().stream()
                .anyMatch(entry -> ledger.nodes().values().stream()
                                .mapToLong(node -> node.table(entry.getKey()).reserved())
                                .sum()
                        != entry.getValue());
    }
}
