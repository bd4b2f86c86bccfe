package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.cgroups.ContainerCgroup;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.cgroups.SwapShare;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecord;

/** What a runtime is told of a container of which one resource changes and the rest stays as it is in force. */
public final class ContainerView {
    private ContainerView() {}

    /** As a container that is about to start gets it. */
    public static ContainerCgroup of(CgroupValues values, PodRecord record, Container container, NodeFacts facts) {
        var spec = record.allocatedSpec();
        var swap = record.isCritical() ? SwapShare.NONE : facts.swap();
        return values.container(spec, container, facts.memory(), facts.pageSizes())
                .withSwap(swap.of(values.qos(spec), container.resources()));
    }

    static ContainerCgroup of(
            CgroupValues values,
            PodRecord record,
            Container container,
            ResourceRequirements accepted,
            NodeFacts facts) {
        var whole = of(values, record, container, facts);
        var limit = accepted.limits().amount(ResourceName.CPU);
        var request = accepted.requests().at(ResourceName.CPU);
        return new ContainerCgroup(
                CpuScale.shares((request == null ? limit : request).milliValue()),
                CpuScale.quota(limit.milliValue(), CpuScale.PERIOD),
                CpuScale.PERIOD,
                accepted.limits().amount(ResourceName.MEMORY).value(),
                whole.swapLimit(),
                whole.hugePageLimits(),
                whole.oomScoreAdj(),
                whole.cpu(),
                whole.memory());
    }
}
