package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import java.util.ArrayList;
import java.util.Comparator;
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

    boolean isEnabled() {
        return enabled;
    }

    private boolean isAskedFor(Workload deployment) {
        return enabled && deployment.meta().annotation(POLICY).equals("InPlace");
    }

    boolean isMarked(SetView set) {
        return enabled && set.set().meta().annotation(MARK).equals("true");
    }

    /** The first step, where it can be done in place; empty where pods have to be made anew. */
    Optional<List<Action>> begin(Workload deployment, List<SetView> sets) {
        if (!isAskedFor(deployment)) return Optional.empty();
        var active = sets.stream()
                .filter(each -> each.wanted() > 0 || each.actual() > 0)
                .toList();
        if (active.size() != 1) return Optional.empty();
        var only = active.getFirst();
        var before = only.set().template();
        var after = deployment.template();
        if (!TemplateResources.alone(before, after) || !TemplateResources.namesAll(before, after)) {
            return Optional.empty();
        }
        // 1. A set of the history with these resources would be taken for the current one.
        for (var set : sets) {
            if (!set.equals(only) && Templates.areSame(set.set().template(), after, NewSet.HASH)) {
                return Optional.of(List.of(new Action.DeleteSet(set)));
            }
        }
        // 2. What the set had is kept.
        var kept = sets.stream()
                .anyMatch(each ->
                        !each.equals(only) && Templates.areSame(each.set().template(), before, NewSet.HASH));
        if (!kept) return Optional.of(List.of(new Action.CreateSet(history(deployment, only), 0)));
        // 3. It takes over what it is to have.
        var document = only.set().draft();
        TemplateResources.copy(after, document.withObject("/spec").withObject("/template"));
        var annotations = document.withObject("/metadata").withObject("/annotations");
        var others = sets.stream().filter(each -> !each.equals(only)).toList();
        SetAnnotations.current(deployment, only.set().meta().annotations(), SetAnnotations.nextRevision(others))
                .forEach(annotations::put);
        annotations.put(MARK, "true");
        return Optional.of(List.of(new Action.UpdateSet(document)));
    }

    /** The set as it was, without pods, under a name and with a label that no other has. */
    private static ObjectNode history(Workload deployment, SetView set) {
        var revision = SetAnnotations.revision(set.set());
        var document = set.set().draft();
        document.remove("status");
        var hash = Templates.hash(document.at("/spec/template"), 1000 + (int) revision);
        var metadata = document.withObject("/metadata");
        var annotations = metadata.path("annotations").deepCopy();
        metadata.removeAll();
        metadata.put("namespace", deployment.name().namespace());
        metadata.put("name", deployment.name().name() + "-" + hash);
        metadata.set("annotations", annotations);
        metadata.putArray("ownerReferences")
                .add(dev.plimsoll.controllers.objects.OwnerReference.controller(deployment)
                        .document());
        var spec = document.withObject("/spec");
        spec.put("replicas", 0);
        spec.withObject("/selector").withObject("/matchLabels").put(NewSet.HASH, hash);
        var template = spec.withObject("/template").withObject("/metadata").withObject("/labels");
        template.put(NewSet.HASH, hash);
        metadata.set("labels", template.deepCopy());
        return document;
    }

    /** Pods of a set that have the resources of its template in force. */
    int updated(SetView set, List<PodView> pods) {
        return (int) pods.stream().filter(pod -> isDone(set, pod)).count();
    }

    private static boolean isDone(SetView set, PodView pod) {
        return TemplateResources.areIn(set.set().template(), pod.resources().parts())
                && pod.resources().isObserved()
                && !pod.resources().isInProgress()
                && pod.resources().pendingReason().isEmpty();
    }

    /** What comes next for a set that is marked; nothing while a pod is on its way. */
    List<Action> goOn(SetView set, List<PodView> pods) {
        var actions = new ArrayList<Action>();
        var left = pods.stream()
                .filter(pod -> !isDone(set, pod))
                .sorted(Comparator.comparing(PodView::name))
                .toList();
        if (left.isEmpty()) {
            if (pods.size() < set.wanted()) return actions;
            var document = set.set().draft();
            document.withObject("/metadata").withObject("/annotations").remove(MARK);
            actions.add(new Action.UpdateSet(document));
            return actions;
        }
        var othersReady = pods.stream().filter(pod -> !left.contains(pod)).allMatch(PodView::isReady)
                && pods.size() >= set.wanted();
        var asked = left.stream()
                .filter(pod -> TemplateResources.areIn(
                        set.set().template(), pod.resources().parts()))
                .findFirst();
        if (asked.isPresent()) {
            var stuck = asked.get().resources().pendingReason().equals("Infeasible");
            if (stuck && othersReady) actions.add(new Action.ReplacePod(asked.get(), "its resize is infeasible"));
            return actions;
        }
        if (!othersReady) return actions;
        actions.add(new Action.ResizePod(
                left.getFirst(), TemplateResources.change(set.set().template())));
        return actions;
    }
}
