package dev.plimsoll.simulation;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import org.jspecify.annotations.Nullable;

/** What holds after every single effect. */
final class Invariants {
    private final PodDemand demand;
    private final StatusInvariant status;

    Invariants(FeatureGates gates) {
        this.demand = PodDemand.under(gates);
        this.status = new StatusInvariant(gates);
    }

    void check(NodeState state, SteppedRuntime runtime) {
        sumsFit(state);
        runtime.pods().forEach((uid, pod) -> containersFit(uid, pod, state.pod(uid)));
        state.pods().forEach(status::check);
    }

    /** Unless the node became smaller than what it had promised. */
    private void sumsFit(NodeState state) {
        var cpu = 0L;
        var memory = 0L;
        var held = 0L;
        for (var pod : state.pods().values()) {
            if (!pod.stage().holdsResources() || !pod.isAllocated()) continue;
            var requests = demand.requests(pod.allocatedSpec());
            cpu += requests.amount(ResourceName.CPU).milliValue();
            memory += requests.amount(ResourceName.MEMORY).value();
            held += pod.held().cpu();
        }
        if (held != state.held().cpu()) throw new IllegalStateException("the sum kept along is not the sum");
        var allocatable = state.facts().allocatable();
        if (cpu > allocatable.amount(ResourceName.CPU).milliValue()
                || memory > allocatable.amount(ResourceName.MEMORY).value()) {
            if (!state.facts().labels().containsKey("shrunk")) {
                throw new IllegalStateException("more is allocated than there is: cpu " + cpu + ", memory " + memory);
            }
        }
    }

    private static void containersFit(String uid, SteppedRuntime.SimulatedPod pod, @Nullable PodRecord record) {
        if (pod.cgroup == null) return;
        var cpu = 0L;
        var memory = 0L;
        for (var entry : pod.containers.entrySet()) {
            var values = pod.values.get(entry.getKey());
            if (!entry.getValue().isRunning() || values == null) continue;
            single(uid, entry.getKey(), "memory", values.memoryLimit(), pod.cgroup.memoryLimit());
            single(uid, entry.getKey(), "cpu", values.cpuQuota(), pod.cgroup.cpuQuota());
            cpu += values.cpuQuota();
            memory += values.memoryLimit();
        }
        // With pod-level limits containers share, and their own limits may add up to more.
        if (record == null || record.pod().spec().resources().isDeclared()) return;
        if (pod.cgroup.memoryLimit() != PodLimits.UNLIMITED && memory > pod.cgroup.memoryLimit()) {
            throw new IllegalStateException("containers of " + uid + " may use more memory than their pod: " + memory);
        }
        var slack = CpuScale.MIN_QUOTA * pod.containers.size();
        if (pod.cgroup.cpuQuota() != PodLimits.UNLIMITED && cpu > pod.cgroup.cpuQuota() + slack) {
            throw new IllegalStateException("containers of " + uid + " may use more cpu than their pod: " + cpu);
        }
    }

    private static void single(String uid, String container, String what, long limit, long bound) {
        if (bound == PodLimits.UNLIMITED || limit <= bound) return;
        throw new IllegalStateException(
                container + " of " + uid + " may use more " + what + " than its pod: " + limit + " > " + bound);
    }
}
