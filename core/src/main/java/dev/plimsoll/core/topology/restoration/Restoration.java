package dev.plimsoll.core.topology.restoration;

import dev.plimsoll.core.topology.machine.CpuSet;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.state.ManagersState;
import dev.plimsoll.core.topology.state.RunningPod;
import dev.plimsoll.core.topology.state.StoredCpus;
import dev.plimsoll.core.topology.state.StoredMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint and what runs against the machine and the settings of today.
 *
 * <p>Goal: a running pod keeps what it has, whatever became of gates, settings and files; no CPU has two owners.
 *
 * <p>Steps: (1) what a pod has is what the checkpoint says; (2) where that was lost, or does not name a pod, it is what was noted at
 * the running containers, and so it is for all of them where the checkpoint gives the same CPUs to two; (3) a running pod that has
 * what is no longer there, what is now reserved, what another running pod has too, or what the policy no longer keeps for anybody,
 * stops the start: it would have to be moved while it runs; (4) what pods that do not run had stands behind that; (5) the shared pool
 * and the ledger follow.
 */
public final class Restoration {
    private final CpuSet machine;
    private final NodePolicies policies;
    private final ManagersState unused;
    private final boolean remembersStart;
    private final SortedMap<String, RunningPod> running;
    private final List<String> healed = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    /**
     * For one node.
     *
     * @param machine all CPUs that there are
     */
    public Restoration(
            CpuSet machine,
            NodePolicies policies,
            ManagersState unused,
            boolean remembersStart,
            SortedMap<String, RunningPod> running) {
        this.machine = machine;
        this.policies = policies;
        this.unused = unused;
        this.remembersStart = remembersStart;
        this.running = running;
    }

    /** Null stands for a checkpoint that is not there or could not be read. */
    public RestoredState restore(@Nullable StoredCpus storedCpus, @Nullable StoredMemory storedMemory) {
        var cpus = new CpuRestoration(machine, policies, unused.cpus(), remembersStart, running, healed, reasons)
                .restore(storedCpus);
        var memory = new MemoryRestoration(policies, unused.memory(), running, healed, reasons).restore(storedMemory);
        if (!reasons.isEmpty()) return new RestoredState.Refused(reasons);
        var settled = new TreeSet<String>();
        running.forEach((uid, pod) -> {
            if (pod.isKnown() || (storedCpus != null && storedMemory != null)) settled.add(uid);
        });
        return new RestoredState.Ready(new ManagersState(cpus, memory), healed, settled);
    }

    static String policyDiffers(String prefix, String configured, String stored) {
        return prefix + "configured policy \"" + configured + "\" differs from state checkpoint policy \"" + stored
                + "\"";
    }

    /** How a reason begins that stops the start. */
    static String named(String uid, RunningPod pod) {
        return "pod " + pod.name() + " (uid " + uid + ") ";
    }
}
