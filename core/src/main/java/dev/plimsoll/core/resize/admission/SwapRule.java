package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.cgroups.SwapShare;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.stream.Stream;

/** Swap is given out by memory requests, so these cannot change while a container that has some runs on. */
final class SwapRule {
    private final PodQos qos;

    private SwapRule(PodQos qos) {
        this.qos = qos;
    }

    static SwapRule under(FeatureGates gates) {
        return new SwapRule(PodQos.under(gates));
    }

    boolean forbids(NodeFacts facts, PodRecord record) {
        if (!facts.abilities().givesSwap() || record.isCritical()) return false;
        var before = qos.of(record.allocatedSpec());
        var spec = record.pod().spec();
        return Stream.concat(spec.initContainers().stream(), spec.containers().stream())
                .anyMatch(container -> forbids(
                        before, container, record.allocated().resources().container(container.name())));
    }

    private static boolean forbids(QosClass qos, Container container, ResourceRequirements allocated) {
        var desired = container.resources();
        var changes = desired.requests()
                        .amount(ResourceName.MEMORY)
                        .compareTo(allocated.requests().amount(ResourceName.MEMORY))
                != 0;
        if (!changes || (!SwapShare.isGiven(qos, desired) && !SwapShare.isGiven(qos, allocated))) return false;
        return container.resizePolicy().stream()
                .noneMatch(policy -> policy.resourceName().equals("memory")
                        && policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER));
    }
}
