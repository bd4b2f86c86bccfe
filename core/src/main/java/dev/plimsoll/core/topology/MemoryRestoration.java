package dev.plimsoll.core.topology;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.memory.MemoryLedger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The memory of a checkpoint against the machine of today: blocks are the truth, the ledger follows from them. */
final class MemoryRestoration {
    private static final String PREFIX = "[memorymanager] ";

    private final NodePolicies policies;
    private final MemoryState unused;
    private final boolean placesPodLevel;
    private final List<String> healed;
    private final List<String> reasons;

    MemoryRestoration(
            NodePolicies policies,
            MemoryState unused,
            boolean placesPodLevel,
            List<String> healed,
            List<String> reasons) {
        this.policies = policies;
        this.unused = unused;
        this.placesPodLevel = placesPodLevel;
        this.healed = healed;
        this.reasons = reasons;
    }

    MemoryState restore(StoredMemory stored) {
        var configured = policies.memoryPolicyName();
        if (!stored.policyName().equals(configured)) {
            healed.add(Restoration.policyDiffers(PREFIX, configured, stored.policyName())
                    + ": started with nothing assigned");
            return unused;
        }
        if (!policies.pinsMemory()) return unused;
        var pods = new TreeMap<String, PodMemory>();
        stored.memory().pods().forEach((uid, pod) -> pods.put(uid, read(uid, pod)));
        pods.values().removeIf(pod -> pod.pool().isEmpty() && pod.containers().isEmpty());
        pods.forEach(this::checkIsOnMachine);
        if (!reasons.isEmpty()) return unused;
        var ledger = unused.ledger().recharged(new MemoryState(unused.ledger(), pods).charged());
        if (overflows(ledger, pods)) {
            reasons.add(PREFIX + "the memory of the pods on this node is more than its NUMA nodes have for pods");
            return unused;
        }
        var restored = new MemoryState(ledger, pods);
        var before = stored.memory().ledger();
        if (before.nodes().isEmpty() && pods.isEmpty()) return restored;
        // Within a group another division between its nodes may be stored; it is kept, so that a restart changes
        // nothing.
        if (before.hasSameSizes(ledger) && before.isOutcomeOf(restored.charged())) return restored.withLedger(before);
        healed.add(PREFIX + "the expected machine state is different from the real one: it was computed anew");
        return restored;
    }

    private PodMemory read(String uid, PodMemory pod) {
        if (placesPodLevel || pod.pool().isEmpty()) return pod;
        healed.add(PREFIX + "pod: " + uid
                + " was placed as one, which the gates no longer allow: each of its containers counts by itself");
        return pod.withPool(List.of());
    }

    private void checkIsOnMachine(String uid, PodMemory pod) {
        pod.containers().forEach((container, blocks) -> {
            for (var block : blocks) check("(pod: " + uid + ", container: " + container + ") ", block);
        });
        for (var block : pod.pool()) check("(pod: " + uid + ") ", block);
    }

    private void check(String whose, MemoryBlock block) {
        var nodes = unused.ledger().nodes();
        for (var id : block.nodes().toList()) {
            var node = nodes.get(id);
            if (node == null) {
                reasons.add(PREFIX + whose + "the memory assignment uses the NUMA that does not exist");
            } else if (!node.tables().containsKey(block.resource())) {
                reasons.add(PREFIX + whose + "the memory assignment uses memory resource that does not exist");
            }
        }
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
