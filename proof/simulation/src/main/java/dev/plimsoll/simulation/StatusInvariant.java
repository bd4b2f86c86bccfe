package dev.plimsoll.simulation;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import java.util.HashMap;
import java.util.Map;

/** What a node tells of the resources of a pod as a whole: exact while nothing changes, and never less than what runs was given. */
public final class StatusInvariant {
    private final PodDemand demand;
    private final CgroupValues values;
    /** By uid: most steps leave most pods as they are. */
    private final Map<String, PodRecord> checked = new HashMap<>();

    public StatusInvariant(FeatureGates gates) {
        this.demand = PodDemand.under(gates);
        this.values = CgroupValues.under(gates);
    }

    @SuppressWarnings("ReferenceEquality") // the very same need not be looked at again
    public void check(PodRecord pod) {
        if (checked.put(pod.uid(), pod) == pod) return;
        var read = pod.actual().podOrNull();
        var told = pod.published().resources();
        // What is not on disk yet is not told yet.
        if (pod.stage() != Stage.ADMITTED || read == null || !told.isDeclared() || pod.savingBeforeOrNull() != null)
            return;
        var memory = told.limits().amount(ResourceName.MEMORY).value();
        if (read.memoryLimit() != PodLimits.UNLIMITED && memory != read.memoryLimit()) {
            throw new IllegalStateException(
                    pod.name() + " is told to have " + memory + " bytes, and the kernel says " + read.memoryLimit());
        }
        if (isAtRest(pod, read)) {
            var allocated = demand.requests(pod.allocatedSpec());
            if (!told.requests().equals(allocated)) {
                throw new IllegalStateException(
                        pod.name() + " has " + allocated + " and is told to have " + told.requests());
            }
        }
    }

    private boolean isAtRest(PodRecord pod, PodLimits read) {
        if (pod.conditions().inProgressOrNull() != null
                || pod.attemptOrNull() != null
                || pod.isWorking()
                || pod.saving() != 0
                || pod.pausedUntilOrNull() != null) return false;
        var spec = pod.allocatedSpec();
        for (var container : spec.containers()) {
            if (!pod.actual().isRunning(container.name())) return false;
        }
        return read.isSameAs(PodLimits.of(values.pod(spec)));
    }
}
