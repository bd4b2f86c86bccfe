package dev.plimsoll.core.prediction;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.placement.view.PlacementDemand;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;
import dev.plimsoll.core.resize.NodeMachine;
import dev.plimsoll.core.resize.ReportedState;
import dev.plimsoll.core.resize.admission.Holders;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.topology.state.ManagersState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks the machine of a node about resizes: the same that runs in the node agent, on what the API says of the node and its pods. */
final class NodeResizes {
    private final FeatureGates gates;
    private final ReportedState reported;
    private final PlacementDemand demand;

    NodeResizes(FeatureGates gates) {
        this.gates = gates;
        this.reported = ReportedState.under(gates);
        this.demand = PlacementDemand.under(gates);
    }

    /**
     * What a node says to some resizes, one after the other.
     *
     * @param pod as it is from now on
     * @param pinnedOrNull the node's managers afterwards; null where nothing is pinned
     */
    record Answer(
            PredictedPod pod, ResizeFate fate, @Nullable ManagersState pinnedOrNull) {}

    /**
     * Asks about the resize of a pod. The resizes that wait are part of the state, as the machine knows them.
     *
     * @param others all other pods of the node, resized ones as they are to become
     */
    Answer ask(
            PredictedPod pod,
            Pod desired,
            PredictedNode node,
            List<PredictedPod> others,
            NodeManagers managers,
            Instant now) {
        var published = managers.of(node.name());
        var machine = NodeMachine.under(gates, published == null ? null : published.resourceManagers());
        var pods = Stream.concat(Stream.of(pod), others.stream())
                .map(PredictedPod::pod)
                .toList();
        var facts = NodeFacts.of(node.name(), node.node().allocatable());
        facts = new NodeFacts(node.node(), facts.conditions(), node.placement().taints(), facts.abilities(), false);
        var state = reported.of(facts, pods);
        if (published != null) state = state.withPinned(published.state());
        var asked = desired.withMetadata(
                desired.metadata().withGeneration(pod.pod().metadata().generation() + 1));
        state = machine.step(state, new NodeEvent.PodUpdated(now, asked)).state();
        var record = state.pod(pod.uid());
        if (record == null) throw new IllegalStateException(pod.qualifiedName() + " is not on " + node.name());
        var restarted = restarted(pod.pod(), desired);
        var pending = record.conditions().pendingOrNull();
        if (pending == null) {
            var done = desired.withStatus(
                    PodStatus.NONE.withQosClass(pod.pod().status().qosClass()));
            var sized = demand.asks(done);
            return new Answer(
                    resized(pod, done, sized, sized),
                    fate(pod, ResizeFate.Verdict.DONE, "", restarted),
                    published == null ? null : state.pinned());
        }
        if (record.conditions().isInfeasible()) {
            var never = fate(pod, ResizeFate.Verdict.INFEASIBLE, pending.message(), List.of());
            return new Answer(pod, never.missing(machine.shortages(state, pod.uid()), List.of()), null);
        }
        var waiting = desired.withStatus(pod.pod().status());
        var changed = pod.withPlacement(sized(pod.placement(), demand.asks(waiting), demand.holds(waiting)));
        var later = fate(pod, ResizeFate.Verdict.DEFERRED, pending.message(), restarted);
        return new Answer(
                changed, later.missing(machine.shortages(state, pod.uid()), holders(machine, state, pod)), null);
    }

    /** A pod without a node only asks for something else from now on. */
    Answer unplaced(PredictedPod pod, Pod desired) {
        var sized = demand.asks(desired);
        return new Answer(resized(pod, desired, sized, sized), fate(pod, ResizeFate.Verdict.DONE, "", List.of()), null);
    }

    /** What the API server does not let through. */
    static ResizeFate refused(PredictedPod pod, String why) {
        return fate(pod, ResizeFate.Verdict.REFUSED, why, List.of());
    }

    private static List<Holders> holders(NodeMachine machine, NodeState state, PredictedPod pod) {
        return machine.waiting(state, Integer.MAX_VALUE).stream()
                .filter(each -> each.pod().uid().equals(pod.uid()))
                .flatMap(each -> each.holders().stream())
                .toList();
    }

    private static ResizeFate fate(
            PredictedPod pod, ResizeFate.Verdict verdict, String message, List<String> restarted) {
        var key = pod.placement().key();
        return new ResizeFate(
                key.namespace(), key.name(), pod.node(), verdict, message, List.of(), List.of(), restarted);
    }

    private static PredictedPod resized(PredictedPod pod, Pod desired, Sized asks, Sized holds) {
        return new PredictedPod(
                desired, sized(pod.placement(), asks, holds), pod.controlled(), pod.limits(), pod.doubts());
    }

    private static PlacementPod sized(PlacementPod pod, Sized asks, Sized holds) {
        return new PlacementPod(
                pod.key(),
                pod.labels(),
                pod.nodeName(),
                pod.schedulerName(),
                pod.priority(),
                pod.neverPreempts(),
                asks,
                holds,
                pod.terms(),
                pod.gates(),
                pod.schedulingStatus(),
                pod.pinned());
    }

    private static List<String> restarted(Pod before, Pod after) {
        var names = new ArrayList<String>();
        for (var container : containers(after)) {
            var old = containers(before).stream()
                    .filter(each -> each.name().equals(container.name()))
                    .findFirst()
                    .map(Container::resources)
                    .orElse(ResourceRequirements.ABSENT);
            for (var resource : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
                if (!isSame(old, container.resources(), resource) && restarts(container, resource)) {
                    names.add(container.name());
                    break;
                }
            }
        }
        return names;
    }

    private static List<Container> containers(Pod pod) {
        return Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
                .toList();
    }

    private static boolean isSame(ResourceRequirements one, ResourceRequirements other, ResourceName resource) {
        return one.requests().find(resource).equals(other.requests().find(resource))
                && one.limits().find(resource).equals(other.limits().find(resource));
    }

    private static boolean restarts(Container container, ResourceName resource) {
        return container.resizePolicy().stream()
                .anyMatch(policy -> policy.resourceName().equals(resource.text())
                        && policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER));
    }
}
