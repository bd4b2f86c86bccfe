package dev.plimsoll.core.resize;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.resize.actuation.ContainerView;
import dev.plimsoll.core.resize.actuation.Effective;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.ContainerLimits;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.List;

/**
 * What is in force in a pod of which the record was lost. A container may have been resized since it was created, so that what was
 * noted at its creation proves nothing: what bounds it is asked for, and where that is what was allocated, it is that.
 */
final class LostActuation {
    private LostActuation() {}

    static Actuated rebuilt(CgroupValues values, PodRecord record, NodeFacts facts) {
        var spec = record.allocatedSpec();
        var actuated = record.actuated();
        for (var list : List.of(spec.initContainers(), spec.containers())) {
            for (var container : list) {
                var instance = record.actual().container(container.name());
                if (instance == null || !instance.isRunning()) continue;
                var allocated = Effective.of(spec, container);
                var limits = instance.limits();
                if (limits == null || limits.saysNothing()) {
                    if (!allocated.equals(instance.createdWith())) actuated = actuated.without(container.name());
                } else if (isBounded(limits, values, record, container, facts)) {
                    actuated = actuated.with(container.name(), allocated);
                }
            }
        }
        return actuated;
    }

    /** Whether these limits are those of what was allocated; a container with CPUs of its own has no quota. */
    private static boolean isBounded(
            ContainerLimits limits, CgroupValues values, PodRecord record, Container container, NodeFacts facts) {
        var expected = ContainerView.of(values, record, container, facts);
        var hasQuota = limits.cpuQuota() > 0 && expected.cpuQuota() > 0;
        return limits.cpuShares() == expected.cpuShares()
                && Math.max(0, limits.memoryLimit()) == expected.memoryLimit()
                && (!hasQuota || limits.cpuQuota() == expected.cpuQuota());
    }
}
