package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.fit.NodeCapacity;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** {@link NodeFit} beside what pods hold on the node itself; who counts depends on why it asks. */
final class HeldFit {
    private HeldFit() {}

    private static List<InsufficientResource> insufficient(
            NodeState state, ResourceAmounts requests, ToLongFunction<ResourceName> used) {
        return NodeFit.insufficient(requests, NodeCapacity.of(state.facts().allocatable(), used));
    }

    /** For a pod that comes in. */
    static List<InsufficientResource> insufficient(NodeState state, String uid, ResourceAmounts requests) {
        var others = state.heldByOthers(uid);
        return insufficient(
                state,
                requests,
                name -> used(state, others, name, pod -> !pod.uid().equals(uid)));
    }

    /**
     * The same for a resize. Pods that were sent here and wait for others to go count as if they were in: a resize that is not granted
     * is only deferred, and they would be refused.
     */
    static List<InsufficientResource> insufficientBesideWaiting(
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
        return insufficient(
                state,
                requests,
                name -> used(state, taken, name, pod -> !pod.uid().equals(uid)));
    }

    /** The same where each of the other pods counts for what it was promised, whatever it still has beyond that. */
    static List<InsufficientResource> insufficientBesideAllocated(NodeState state, PodRecord record, PodDemand demand) {
        var others = new HashMap<ResourceName, Long>();
        for (var pod : state.holders()) {
            if (pod.uid().equals(record.uid())) continue;
            var requests = demand.requests(pod.allocatedSpec());
            for (var name : requests.names()) others.merge(name, Amounts.units(requests, name), Long::sum);
            others.merge(ResourceName.PODS, 1L, Long::sum);
        }
        var requests = demand.requests(record.allocatedSpec());
        return insufficient(state, requests, name -> others.getOrDefault(name, 0L));
    }

    /** What would be short if those pods were gone that nobody outside of the node knows of any more. */
    static List<InsufficientResource> insufficientWithoutRemoved(
            NodeState state, String uid, ResourceAmounts requests) {
        var others = state.heldByOthers(uid);
        for (var pod : state.holders()) {
            if (pod.removed() && !pod.uid().equals(uid)) others = others.minus(pod.held());
        }
        var staying = others;
        return insufficient(
                state,
                requests,
                name -> used(
                        state,
                        staying,
                        name,
                        pod -> !pod.removed() && !pod.uid().equals(uid)));
    }

    private static long used(NodeState state, Held sum, ResourceName name, Predicate<PodRecord> counts) {
        if (name.equals(ResourceName.PODS)) return sum.pods();
        if (name.equals(ResourceName.CPU)) return sum.cpu();
        if (name.equals(ResourceName.MEMORY)) return sum.memory();
        var used = 0L;
        for (var pod : state.holders()) {
            if (counts.test(pod)) used += Amounts.units(pod.held().amounts(), name);
        }
        return used;
    }
}
