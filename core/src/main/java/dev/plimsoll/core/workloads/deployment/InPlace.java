package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.workloads.ControlledPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Brings a change of nothing but resources into the pods that a deployment has, one after the other.
 *
 * <p>Goals: no pod restarts for it, {@code kubectl rollout undo} still works, and a pod that somebody else resized later is left
 * alone.
 * <ol>
 *   <li>The one set that has pods takes over the new resources, after what it had was kept as a set without pods for the history.
 *       It is marked as being resized.
 *   <li>While it is marked, its pods are resized one at a time, each waiting until the one before has its resources and is ready.
 *       A pod that can never have them where it is is replaced.
 *   <li>When all have them the mark goes.
 * </ol>
 */
public final class InPlace {
    public static final String POLICY = "plimsoll.dev/resize-policy";
    static final String MARK = "plimsoll.dev/resizing";

    private final boolean enabled;

    private InPlace(boolean enabled) {
        this.enabled = enabled;
    }

    public static InPlace under(FeatureGates gates) {
        return new InPlace(gates.isOn(Gate.DEPLOYMENT_IN_PLACE_RESIZE));
    }

    public boolean isEnabled() {
        return enabled;
    }

    private boolean isAskedFor(DeploymentSpec deployment) {
        return enabled && deployment.meta().annotation(POLICY).equals("InPlace");
    }

    boolean isMarked(OwnedReplicaSet set) {
        return enabled && set.meta().annotation(MARK).equals("true");
    }

    /** The first step, where it can be done in place; empty where pods have to be made anew. */
    Optional<List<Action>> begin(DeploymentSpec deployment, List<OwnedReplicaSet> sets) {
        if (!isAskedFor(deployment)) return Optional.empty();
        var active = sets.stream()
                .filter(each -> each.wanted() > 0 || each.actual() > 0)
                .toList();
        if (active.size() != 1) return Optional.empty();
        var only = active.getFirst();
        var before = only.template();
        var after = deployment.template();
        if (!after.differsInResourcesOnly(before) || !after.namesAllResourcesOf(before)) return Optional.empty();
        var others = sets.stream().filter(each -> !each.equals(only)).toList();
        // 1. A set of the history with these resources would be taken for the current one.
        for (var set : others) {
            if (set.template().isSame(after)) return Optional.of(List.of(new Action.DeleteSet(set)));
        }
        // 2. What the set had is kept.
        var isKept = others.stream().anyMatch(each -> each.template().isSame(before));
        if (!isKept) return Optional.of(List.of(new Action.KeepHistory(only)));
        // 3. It takes over what it is to have.
        var annotations = new HashMap<>(SetAnnotations.current(
                deployment.meta(), only.meta().annotations(), SetAnnotations.nextRevision(others)));
        annotations.put(MARK, "true");
        return Optional.of(List.of(new Action.ResizeSet(only, annotations)));
    }

    /** Pods of a set that have the resources of its template in force. */
    int updated(OwnedReplicaSet set, List<ControlledPod> pods) {
        return (int) pods.stream().filter(pod -> isDone(set, pod)).count();
    }

    private static boolean isDone(OwnedReplicaSet set, ControlledPod pod) {
        return set.template().isAppliedTo(pod.resources().parts())
                && pod.resources().isObserved()
                && !pod.resources().isInProgress()
                && pod.resources().pendingReason().isEmpty();
    }

    /** What comes next for a set that is marked; nothing while a pod is on its way. */
    List<Action> goOn(OwnedReplicaSet set, List<ControlledPod> pods) {
        var actions = new ArrayList<Action>();
        var left = pods.stream()
                .filter(pod -> !isDone(set, pod))
                .sorted(ControlledPod.BY_NAME)
                .toList();
        if (left.isEmpty()) {
            if (pods.size() < set.wanted()) return actions;
            var annotations = new HashMap<>(set.meta().annotations());
            annotations.remove(MARK);
            actions.add(new Action.UpdateSet(set, annotations, set.minReadySeconds()));
            return actions;
        }
        var othersReady = pods.stream().filter(pod -> !left.contains(pod)).allMatch(ControlledPod::isReady)
                && pods.size() >= set.wanted();
        var asked = left.stream()
                .filter(pod -> set.template().isAppliedTo(pod.resources().parts()))
                .findFirst();
        if (asked.isPresent()) {
            var stuck = asked.get().resources().pendingReason().equals("Infeasible");
            if (stuck && othersReady) actions.add(new Action.ReplacePod(asked.get(), "its resize is infeasible"));
            return actions;
        }
        if (!othersReady) return actions;
        actions.add(new Action.ResizePod(left.getFirst(), set));
        return actions;
    }
}
