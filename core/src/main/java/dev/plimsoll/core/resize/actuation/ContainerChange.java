package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.ActuationAttempt.Direction;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A running container in which something other is in force than was allocated.
 *
 * @param from in force
 * @param to allocated
 * @param restarts whether its resize policy asks for a restart because of one of the resources that differ
 */
record ContainerChange(
        Container container,
        ContainerInstance instance,
        ResourceRequirements from,
        ResourceRequirements to,
        boolean restarts) {

    /** Init containers from last to first, then regular ones in order: decreases are found in this order. */
    static List<ContainerChange> in(PodRecord record, PodSpec spec) {
        var changes = new ArrayList<ContainerChange>();
        for (var container : spec.initContainers().reversed()) add(changes, record, spec, container);
        for (var container : spec.containers()) add(changes, record, spec, container);
        return changes;
    }

    private static void add(List<ContainerChange> changes, PodRecord record, PodSpec spec, Container container) {
        var instance = record.actual().container(container.name());
        if (instance == null || !instance.isRunning()) return;
        var to = Effective.of(spec, container);
        var known = record.actuated().knows(container.name());
        var from = record.actuated().container(container.name());
        if (known && from.equals(to)) return;
        // A record that was lost is no reason to restart what runs.
        changes.add(new ContainerChange(container, instance, from, to, known && restarts(container, from, to)));
    }

    private static boolean restarts(Container container, ResourceRequirements from, ResourceRequirements to) {
        for (var policy : container.resizePolicy()) {
            if (policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER)
                    && Effective.differs(from, to, ResourceName.of(policy.resourceName()))) return true;
        }
        return false;
    }

    boolean changes(ResourceName resource) {
        return Effective.differs(from, to, resource);
    }

    /** By the limit where it differs, else by the request. */
    Direction direction(ResourceName resource) {
        var before = Effective.limit(from, resource);
        var after = Effective.limit(to, resource);
        if (after != before) return after < before ? Direction.DOWN : Direction.UP;
        return Effective.request(to, resource).isLessThan(Effective.request(from, resource))
                ? Direction.DOWN
                : Direction.UP;
    }

    boolean goes(Direction direction, ResourceName resource) {
        return changes(resource) && direction(resource) == direction;
    }

    /** Whether its memory could be cut below what it uses. */
    boolean lowersLimit(ResourceName resource) {
        return Effective.limit(to, resource) < Effective.limit(from, resource);
    }

    String name() {
        return container.name();
    }
}
