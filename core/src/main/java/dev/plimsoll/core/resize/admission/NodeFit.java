package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Whether requests fit on a node beside what its other pods hold. The node asks when a pod comes, and whoever binds pods to it asks the
 * same before: a pod that is sent here is not sent away.
 */
public final class NodeFit {
    private NodeFit() {}

    /**
     * All shortages: pods, cpu, memory, ephemeral storage, then others by name.
     *
     * @param used what others hold of a resource, in the units of {@link Held#units}; of {@link ResourceName#PODS} how many they are
     */
    public static List<Shortage> shortages(
            ResourceAmounts requests, ToLongFunction<ResourceName> used, ResourceAmounts allocatable) {
        var shortages = new ArrayList<Shortage>();
        if (allocatable.contains(ResourceName.PODS)) check(shortages, ResourceName.PODS, 1, used, allocatable);
        for (var name : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
            check(shortages, name, Held.units(requests, name), used, allocatable);
        }
        if (!requests.hasOthers()) return shortages;
        var storage = ResourceName.EPHEMERAL_STORAGE;
        check(shortages, storage, Held.units(requests, storage), used, allocatable);
        for (var name : requests.names()) {
            var isChecked = name.equals(ResourceName.CPU) || name.equals(ResourceName.MEMORY) || name.equals(storage);
            // A vendor's resource that the node does not know was placed by somebody who does.
            var isKnown = name.isNative() || allocatable.contains(name);
            if (isKnown && !isChecked) check(shortages, name, Held.units(requests, name), used, allocatable);
        }
        return shortages;
    }

    /**
     * What would be short for a pod that is resized before its node has let it in. The node will look at it with its new size, and send
     * it away where one that runs would only wait. What does not grow was looked at when the pod was bound.
     *
     * @param before what the pod asked for until now
     * @param used as for a new pod: what others hold
     */
    public static List<Shortage> shortagesOfGrowth(
            ResourceAmounts before,
            ResourceAmounts requests,
            ToLongFunction<ResourceName> used,
            ResourceAmounts allocatable) {
        var shortages = shortages(requests, used, allocatable);
        shortages.removeIf(shortage -> shortage.requested() <= Held.units(before, shortage.resource())
                || shortage.resource().equals(ResourceName.PODS));
        return shortages;
    }

    private static void check(
            List<Shortage> shortages,
            ResourceName name,
            long requested,
            ToLongFunction<ResourceName> used,
            ResourceAmounts allocatable) {
        if (requested <= 0) return;
        var capacity = Held.units(allocatable, name);
        var taken = used.applyAsLong(name);
        if (requested > capacity - taken) shortages.add(new Shortage(name, requested, taken, capacity));
    }

    /** The same for a pod of the node itself. */
    static List<Shortage> shortages(NodeState state, String uid, ResourceAmounts requests) {
        var others = state.heldByOthers(uid);
        return shortages(
                requests, name -> used(state, others, name, pod -> !pod.uid().equals(uid)), allocatable(state));
    }

    /**
     * The same for a resize. Pods that were sent here and wait for others to go count as if they were in: a resize that is not granted
     * is only deferred, and they would be refused.
     */
    static List<Shortage> shortagesBesideWaiting(
            NodeState state, String uid, ResourceAmounts requests, PodDemand demand) {
        var others = state.heldByOthers(uid);
        var cpu = others.cpu();
        var memory = others.memory();
        for (var each : state.waiting().uids()) {
            var pod = state.pod(each);
            if (pod == null) continue;
            var asked = Held.of(demand.requests(pod.pod().spec()));
            cpu += asked.cpu();
            memory += asked.memory();
        }
        var taken = new Held(others.pods(), cpu, memory, ResourceAmounts.EMPTY);
        return shortages(
                requests, name -> used(state, taken, name, pod -> !pod.uid().equals(uid)), allocatable(state));
    }

    /** The same where each of the other pods counts for what it was promised, whatever it still has beyond that. */
    static List<Shortage> shortagesBesideAllocated(NodeState state, PodRecord record, PodDemand demand) {
        var others = new HashMap<ResourceName, Long>();
        for (var pod : state.holders()) {
            if (pod.uid().equals(record.uid())) continue;
            var requests = demand.requests(pod.allocatedSpec());
            for (var name : requests.names()) others.merge(name, Held.units(requests, name), Long::sum);
            others.merge(ResourceName.PODS, 1L, Long::sum);
        }
        var requests = demand.requests(record.allocatedSpec());
        return shortages(requests, name -> others.getOrDefault(name, 0L), allocatable(state));
    }

    /** What would be short if those pods were gone that nobody outside of the node knows of any more. */
    static List<Shortage> shortagesWithoutRemoved(NodeState state, String uid, ResourceAmounts requests) {
        var others = state.heldByOthers(uid);
        for (var pod : state.holders()) {
            if (pod.removed() && !pod.uid().equals(uid)) others = others.minus(pod.held());
        }
        var staying = others;
        return shortages(
                requests,
                name -> used(
                        state,
                        staying,
                        name,
                        pod -> !pod.removed() && !pod.uid().equals(uid)),
                allocatable(state));
    }

    private static ResourceAmounts allocatable(NodeState state) {
        return state.facts().allocatable();
    }

    private static long used(NodeState state, Held sum, ResourceName name, Predicate<PodRecord> counts) {
        if (name.equals(ResourceName.PODS)) return sum.pods();
        if (name.equals(ResourceName.CPU)) return sum.cpu();
        if (name.equals(ResourceName.MEMORY)) return sum.memory();
        var used = 0L;
        for (var pod : state.holders()) {
            if (counts.test(pod)) used += Held.units(pod.held().amounts(), name);
        }
        return used;
    }
}
