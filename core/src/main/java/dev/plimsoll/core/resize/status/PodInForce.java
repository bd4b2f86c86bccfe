package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.actuation.Effective;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * The spec that a pod runs by at this moment: requests of each container that runs as the runtime accepted them, the pod level as of
 * the last resize that was completed. What does not run will start with what was allocated.
 */
final class PodInForce {
    private PodInForce() {}

    static PodSpec of(PodRecord record, CgroupValues values) {
        var spec = record.allocatedSpec();
        return spec.withResources(podLevel(record, spec, values))
                .withInitContainers(inForce(record, spec.initContainers()))
                .withContainers(inForce(record, spec.containers()));
    }

    /** The very list where each container has the requests that were accepted for it, as most have. */
    @SuppressWarnings("ReferenceEquality")
    private static List<Container> inForce(PodRecord record, List<Container> containers) {
        var changed = containers;
        for (var at = 0; at < containers.size(); at++) {
            var container = containers.get(at);
            if (!isKnown(record, container)) continue;
            var accepted = record.actuated().container(container.name()).requests();
            var own = container.resources();
            var requests = moved(moved(own.requests(), accepted, ResourceName.CPU), accepted, ResourceName.MEMORY);
            if (requests.equals(own.requests())) continue;
            if (changed == containers) changed = new ArrayList<>(containers);
            changed.set(at, container.withResources(own.withRequests(requests)));
        }
        return changed;
    }

    private static boolean isKnown(PodRecord record, Container container) {
        return record.actual().isRunning(container.name()) && record.actuated().knows(container.name());
    }

    /** A resource that the runtime was not told of is as it was. */
    private static ResourceAmounts moved(ResourceAmounts own, ResourceAmounts accepted, ResourceName name) {
        var value = accepted.at(name);
        if (value != null) return own.with(name, value);
        return own.amount(name).isZero() ? own : own.retaining(each -> !each.equals(name));
    }

    /** The new memory request counts as soon as all of the new memory is in force, even while cpu still waits. */
    private static ResourceRequirements podLevel(PodRecord record, PodSpec spec, CgroupValues values) {
        var before = record.actuated().resources().podLevel();
        var now = spec.resources();
        if (!now.isDeclared() && !before.isDeclared()) return now;
        var isInForce = isMemoryInForce(record, spec, values);
        if (!before.isDeclared()) return isInForce ? now : before;
        if (!now.isDeclared() || !isInForce) return before;
        return ResourceRequirements.of(moved(before.requests(), now.requests(), ResourceName.MEMORY), before.limits());
    }

    private static boolean isMemoryInForce(PodRecord record, PodSpec spec, CgroupValues values) {
        var read = record.actual().podOrNull();
        if (read == null || read.memoryLimit() != PodLimits.of(values.pod(spec)).memoryLimit()) return false;
        return isMemoryInForce(record, spec, spec.initContainers()) && isMemoryInForce(record, spec, spec.containers());
    }

    private static boolean isMemoryInForce(PodRecord record, PodSpec spec, List<Container> containers) {
        for (var container : containers) {
            if (!isKnown(record, container)) continue;
            var accepted = record.actuated().container(container.name());
            if (Effective.differs(accepted, Effective.of(spec, container), ResourceName.MEMORY)) return false;
        }
        return true;
    }
}
