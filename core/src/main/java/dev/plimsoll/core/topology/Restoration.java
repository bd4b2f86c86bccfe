package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A checkpoint against the machine and the settings of today.
 *
 * <p>What pods have is the truth; the shared pool and the ledger follow from it. So whatever differs in those alone is put
 * right and said: more or fewer CPUs, another reservation, another policy. Only a pod that has what is no longer there, or
 * what is now reserved, or what another pod has too, stops the start: it would have to be moved while it runs.
 */
final class Restoration {
    private final Machine machine;
    private final NodePolicies policies;
    private final NodeState unused;
    private final boolean placesPodLevel;
    private final boolean remembersStart;
    private final List<String> healed = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    Restoration(
            Machine machine, NodePolicies policies, NodeState unused, boolean placesPodLevel, boolean remembersStart) {
        this.machine = machine;
        this.policies = policies;
        this.unused = unused;
        this.placesPodLevel = placesPodLevel;
        this.remembersStart = remembersStart;
    }

    Restored restore(StoredCpus storedCpus, StoredMemory storedMemory) {
        var cpus = policies.pinsCpus() ? cpus(storedCpus) : notPinned(storedCpus);
        var memory =
                new MemoryRestoration(policies, unused.memory(), placesPodLevel, healed, reasons).restore(storedMemory);
        return reasons.isEmpty()
                ? new Restored.Ready(new NodeState(cpus, memory), healed)
                : new Restored.Refused(reasons);
    }

    static String policyDiffers(String prefix, String configured, String stored) {
        return prefix + "configured policy \"" + configured + "\" differs from state checkpoint policy \"" + stored
                + "\"";
    }

    private CpuState notPinned(StoredCpus stored) {
        if (!stored.policyName().equals("none")) {
            healed.add(policyDiffers("", "none", stored.policyName()) + ": containers are no longer pinned");
        }
        return CpuState.NONE;
    }

    private CpuState cpus(StoredCpus stored) {
        if (!stored.policyName().equals("static")) {
            healed.add(policyDiffers("", "static", stored.policyName()) + ": started with nothing assigned");
            return unused.cpus();
        }
        var pods = new TreeMap<String, PodCpus>();
        stored.cpus().pods().forEach((uid, pod) -> pods.put(uid, read(uid, pod)));
        pods.values().removeIf(pod -> pod.all().isEmpty());
        checkPods(pods);
        var assigned = CpuSet.EMPTY;
        for (var pod : pods.values()) assigned = assigned.union(pod.all());
        var shared = unused.cpus().shared().minus(assigned);
        explainPool(stored.cpus(), assigned, shared);
        return new CpuState(shared, pods);
    }

    private PodCpus read(String uid, PodCpus pod) {
        var read = pod;
        if (!placesPodLevel && !pod.pool().isEmpty()) {
            healed.add("pod: " + uid
                    + " was placed as one, which the gates no longer allow: CPUs that no container uses go back");
            read = read.withPool(CpuSet.EMPTY);
        }
        if (!remembersStart) return new PodCpus(read.pool(), read.containers(), new TreeMap<>());
        for (var container : pod.containers().entrySet()) {
            read = read.startedWith(container.getKey(), container.getValue());
        }
        return read;
    }

    private void checkPods(SortedMap<String, PodCpus> pods) {
        var seen = CpuSet.EMPTY;
        for (var entry : pods.entrySet()) {
            var all = entry.getValue().all();
            var pod = "pod: " + entry.getKey() + " cpuset: \"" + all + "\" ";
            if (!all.isSubsetOf(machine.cpus())) {
                reasons.add(pod + "has CPUs that the machine no longer has: \"" + all.minus(machine.cpus()) + "\"");
            }
            if (all.intersects(policies.reservedCpus())) {
                reasons.add(
                        pod + "has CPUs that are now reserved: \"" + all.intersection(policies.reservedCpus()) + "\"");
            }
            if (all.intersects(seen)) reasons.add(pod + "has CPUs of another pod: \"" + all.intersection(seen) + "\"");
            seen = seen.union(all);
        }
    }

    /** In the words with which upstream would stop. */
    private void explainPool(CpuState stored, CpuSet assigned, CpuSet shared) {
        if (stored.shared().equals(shared)
                || (stored.shared().isEmpty() && stored.pods().isEmpty())) return;
        var reserved = policies.reservedCpus();
        var isStrict = policies.has(CpuOption.STRICT_CPU_RESERVATION);
        var why = "current set of available CPUs \"" + unused.cpus().shared() + "\" doesn't match with CPUs in state \""
                + stored.shared().union(assigned) + "\"";
        if (stored.shared().intersects(assigned)) {
            why = "assigned cpuset: \"" + assigned + "\" overlaps with default cpuset \"" + stored.shared() + "\"";
        } else if (isStrict && stored.shared().intersects(reserved)) {
            why = "some of strictly reserved cpus: \"" + reserved + "\" are present in defaultCpuSet: \""
                    + stored.shared() + "\"";
        } else if (!isStrict && !reserved.isSubsetOf(stored.shared())) {
            why = "not all reserved cpus: \"" + reserved + "\" are present in defaultCpuSet: \"" + stored.shared()
                    + "\"";
        } else if (stored.shared().isEmpty()) {
            why = "default cpuset cannot be empty";
        }
        healed.add(why + ": the shared pool is now \"" + shared + "\"");
    }
}
