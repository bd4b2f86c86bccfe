package dev.plimsoll.core.fit;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import java.util.ArrayList;
import java.util.List;

/** Whether requests fit on a node beside what its other pods hold. */
public final class NodeFit {
    private static final int ONE_POD = 1;

    private NodeFit() {}

    /** The rule for one resource. What is not asked for is never short, even where more is promised than there is. */
    public static boolean hasRoom(long requested, long used, long capacity) {
        return requested <= 0 || requested <= capacity - used;
    }

    /** All that is short for one pod: pods, cpu, memory, ephemeral storage, then others by name. */
    public static List<InsufficientResource> insufficient(Amounts requests, NodeCapacity node) {
        var insufficient = new ArrayList<InsufficientResource>();
        check(insufficient, ResourceName.PODS, ONE_POD, node);
        check(insufficient, ResourceName.CPU, requests.milliCpu(), node);
        check(insufficient, ResourceName.MEMORY, requests.memory(), node);
        check(insufficient, ResourceName.EPHEMERAL_STORAGE, requests.ephemeralStorage(), node);
        for (var other : requests.others()) check(insufficient, other.name(), other.amount(), node);
        return insufficient;
    }

    private static void check(
            List<InsufficientResource> insufficient, ResourceName name, long requested, NodeCapacity node) {
        if (requested <= 0 || !node.counts(name)) return;
        var used = node.used(name);
        var capacity = node.capacity(name);
        if (!hasRoom(requested, used, capacity)) {
            insufficient.add(new InsufficientResource(name, requested, used, capacity));
        }
    }

    public static List<InsufficientResource> insufficient(ResourceAmounts requests, NodeCapacity node) {
        return insufficient(Amounts.of(requests), node);
    }

    /**
     * What would be short for a pod that is resized before its node has let it in. The node will look at it with its new size, and send
     * it away where one that runs would only wait. What does not grow was looked at when the pod was bound.
     *
     * @param before what the pod asked for until now
     */
    public static List<InsufficientResource> insufficientForGrowth(
            ResourceAmounts before, ResourceAmounts requests, NodeCapacity node) {
        var insufficient = insufficient(requests, node);
        insufficient.removeIf(each -> each.requested() <= Amounts.units(before, each.resource())
                || each.resource().equals(ResourceName.PODS));
        return insufficient;
    }
}
