package dev.plimsoll.core.topology.restoration;

import dev.plimsoll.core.topology.cpu.CpuOption;
import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.PodCpus;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.core.topology.state.StoredCpus;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The CPUs of a checkpoint against what runs, the machine and the settings of today; see {@link Restoration}. */
final class CpuRestoration {
    private static final String STATIC = "static";
    private static final String WHAT_TO_DO = ": delete the pod, or start with the settings that it was started under";

    private final CpuSet machine;
    private final NodePolicies policies;
    private final CpuState unused;
    private final boolean remembersStart;
    private final SortedMap<String, RunningPod> running;
    private final List<String> healed;
    private final List<String> reasons;

    CpuRestoration(
            CpuSet machine,
            NodePolicies policies,
            CpuState unused,
            boolean remembersStart,
            SortedMap<String, RunningPod> running,
            List<String> healed,
            List<String> reasons) {
        this.machine = machine;
        this.policies = policies;
        this.unused = unused;
        this.remembersStart = remembersStart;
        this.running = running;
        this.healed = healed;
        this.reasons = reasons;
    }

    CpuState restore(@Nullable StoredCpus stored) {
        if (!policies.pinsCpus()) return notPinned(stored);
        if (stored != null && !stored.policyName().equals(STATIC)) {
            healed.add(Restoration.policyDiffers("", STATIC, stored.policyName()) + ": started with nothing assigned");
        }
        var written = written(stored);
        var pods = ofRunning(written);
        check(pods);
        addWaiting(pods, written);
        pods.replaceAll((_, pod) -> started(pod));
        var assigned = CpuSet.EMPTY;
        for (var pod : pods.values()) assigned = assigned.union(pod.all());
        var shared = unused.shared().minus(assigned);
        if (stored != null && stored.policyName().equals(STATIC)) explainPool(stored.cpus(), assigned, shared);
        return new CpuState(shared, pods);
    }

    /** Nobody keeps CPUs free for a pod any more, so that a pod that has some would lose them without being asked. */
    private CpuState notPinned(@Nullable StoredCpus stored) {
        ofRunning(written(stored))
                .forEach((uid, pod) -> refuse(
                        uid, pod, "to itself, which the CPU manager policy \"" + policies.cpuPolicyName() + "\" ends"));
        if (reasons.isEmpty() && stored != null && !stored.policyName().equals(policies.cpuPolicyName())) {
            healed.add(Restoration.policyDiffers("", policies.cpuPolicyName(), stored.policyName())
                    + ": containers are no longer pinned");
        }
        return CpuState.NONE;
    }

    private static Map<String, PodCpus> written(@Nullable StoredCpus stored) {
        var pods = new TreeMap<String, PodCpus>();
        if (stored == null || !stored.policyName().equals(STATIC)) return pods;
        pods.putAll(stored.cpus().pods());
        pods.values().removeIf(pod -> pod.all().isEmpty());
        return pods;
    }

    /** What running pods have: as written, or where that is nothing or cannot be, as noted at their containers. */
    private SortedMap<String, PodCpus> ofRunning(Map<String, PodCpus> written) {
        var pods = new TreeMap<String, PodCpus>();
        running.forEach((uid, pod) -> {
            var cpus = written.getOrDefault(uid, pod.cpus());
            if (!cpus.all().isEmpty()) pods.put(uid, cpus);
        });
        if (overlaps(pods)) {
            running.forEach((uid, pod) -> {
                if (pod.isKnown()) pods.put(uid, pod.cpus());
            });
            pods.values().removeIf(pod -> pod.all().isEmpty());
        }
        pods.forEach((uid, pod) -> {
            var before = written.get(uid);
            if (before != null && sameCpus(before, pod)) return;
            healed.add(name(uid) + "has the CPUs \"" + pod.all() + "\" that its containers run on: the checkpoint says "
                    + (before == null ? "nothing" : "\"" + before.all() + "\""));
        });
        return pods;
    }

    private static boolean sameCpus(PodCpus one, PodCpus other) {
        return one.pool().equals(other.pool()) && one.containers().equals(other.containers());
    }

    private static boolean overlaps(Map<String, PodCpus> pods) {
        var seen = CpuSet.EMPTY;
        for (var pod : pods.values()) {
            if (pod.all().intersects(seen)) return true;
            seen = seen.union(pod.all());
        }
        return false;
    }

    private void check(SortedMap<String, PodCpus> pods) {
        var seen = CpuSet.EMPTY;
        for (var entry : pods.entrySet()) {
            var all = entry.getValue().all();
            var missing = all.minus(machine);
            if (!missing.isEmpty()) {
                refuse(entry.getKey(), entry.getValue(), "of which the machine no longer has \"" + missing + "\"");
            }
            var reserved = all.intersection(policies.reservedCpus());
            if (!reserved.isEmpty()) {
                refuse(entry.getKey(), entry.getValue(), "of which \"" + reserved + "\" are now reserved");
            }
            var taken = all.intersection(seen);
            if (!taken.isEmpty()) {
                refuse(entry.getKey(), entry.getValue(), "of which another running pod has \"" + taken + "\" too");
            }
            seen = seen.union(all);
        }
    }

    private void refuse(String uid, PodCpus pod, String why) {
        reasons.add(name(uid) + "has the CPUs \"" + pod.all() + "\" " + why + WHAT_TO_DO);
    }

    private String name(String uid) {
        var pod = running.get(uid);
        return pod == null ? "pod " + uid + " " : Restoration.named(uid, pod);
    }

    /** Pods that were let in and do not run get what was promised to them, unless somebody who runs has it. */
    private void addWaiting(SortedMap<String, PodCpus> pods, Map<String, PodCpus> written) {
        var seen = CpuSet.EMPTY;
        for (var pod : pods.values()) seen = seen.union(pod.all());
        for (var entry : written.entrySet()) {
            if (running.containsKey(entry.getKey())) continue;
            var all = entry.getValue().all();
            var canStay = all.isSubsetOf(machine) && !all.intersects(policies.reservedCpus()) && !all.intersects(seen);
            if (canStay) {
                pods.put(entry.getKey(), entry.getValue());
                seen = seen.union(all);
            } else {
                healed.add("pod " + entry.getKey() + " does not run, and its CPUs \"" + all
                        + "\" cannot be kept for it any more: they go back");
            }
        }
    }

    private PodCpus started(PodCpus pod) {
        if (!remembersStart) return new PodCpus(pod.pool(), pod.containers(), new TreeMap<>());
        var read = pod;
        for (var container : pod.containers().entrySet()) {
            read = read.startedWith(container.getKey(), container.getValue());
        }
        return read;
    }

    /** In the words with which upstream would stop. */
    private void explainPool(CpuState stored, CpuSet assigned, CpuSet shared) {
        if (stored.shared().equals(shared)
                || (stored.shared().isEmpty() && stored.pods().isEmpty())) return;
        var reserved = policies.reservedCpus();
        var isStrict = policies.has(CpuOption.STRICT_CPU_RESERVATION);
        var why = "current set of available CPUs \"" + unused.shared() + "\" doesn't match with CPUs in state \""
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
