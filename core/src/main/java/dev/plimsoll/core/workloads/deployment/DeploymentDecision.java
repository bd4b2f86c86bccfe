package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What to do next about a deployment. One reconcile does one thing, and what the replica sets then report leads to the next.
 *
 * <ol>
 *   <li>One that is being deleted only reports.
 *   <li>One that is paused, or whose number of replicas changed, is scaled: the one set that has pods, or all by their parts.
 *   <li>Otherwise the set of the current template is found, put right or made, and pods move to it by the strategy.
 * </ol>
 */
public final class DeploymentDecision {
    private final DeploymentSpec spec;
    private final Instant now;
    private final RollingBounds bounds;
    private final ObservedDeployment observed;
    private final InPlace inPlace;
    private final List<OwnedReplicaSet> old = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private @Nullable OwnedReplicaSet current;

    private DeploymentDecision(ObservedDeployment observed, InPlace inPlace) {
        this.observed = observed;
        this.inPlace = inPlace;
        this.spec = observed.spec();
        this.now = observed.now();
        this.bounds = RollingBounds.of(spec);
        this.current = observed.sets().stream()
                .sorted(OwnedReplicaSet.OLDEST_FIRST)
                .filter(each -> each.template().isSame(spec.template()))
                .findFirst()
                .orElse(null);
        for (var set : observed.sets()) if (!set.equals(current)) old.add(set);
    }

    public static Plan decide(ObservedDeployment observed, InPlace inPlace) {
        return new DeploymentDecision(observed, inPlace).decide();
    }

    private Plan decide() {
        if (spec.meta().isBeingDeleted()) return reported();
        if (spec.isPaused()) {
            scale();
            if (actions.isEmpty()) cleanUp();
            return reported();
        }
        if (isBeingScaled()) {
            scale();
            if (!actions.isEmpty()) return reported();
        }
        if (resizesInPlace()) return progressed();
        return spec.recreates() ? recreate() : roll();
    }

    /** Whether this reconcile belongs to a change of resources that goes into the pods that are there. */
    private boolean resizesInPlace() {
        var newest = current;
        var begun = newest == null || newest.wanted() == 0
                ? inPlace.begin(spec, observed.sets())
                : Optional.<List<Action>>empty();
        if (begun.isPresent()) {
            actions.addAll(begun.get());
            return true;
        }
        if (newest == null || !inPlace.isMarked(newest)) return false;
        actions.addAll(inPlace.goOn(newest, podsOf(newest)));
        return !actions.isEmpty();
    }

    private List<ControlledPod> podsOf(OwnedReplicaSet set) {
        return observed.pods().stream()
                .filter(pod -> pod.meta().isControlledBy(set.uid()))
                .toList();
    }

    private boolean isBeingScaled() {
        return observed.sets().stream()
                .anyMatch(each -> each.wanted() > 0 && SetAnnotations.isForOther(each.meta(), bounds.replicas()));
    }

    private void scale() {
        var active = observed.sets().stream().filter(each -> each.wanted() > 0).toList();
        if (active.size() <= 1) {
            var only = active.isEmpty() ? latest() : Optional.of(active.getFirst());
            only.ifPresent(set -> resize(set.scaledTo(bounds.replicas())));
            return;
        }
        var newest = current;
        var saturated = newest != null
                && newest.wanted() == bounds.replicas()
                && newest.available() == bounds.replicas()
                && !SetAnnotations.isForOther(newest.meta(), bounds.replicas());
        if (saturated) {
            for (var set : List.copyOf(old)) if (set.wanted() > 0) resize(set.scaledTo(0));
            return;
        }
        if (spec.recreates()) return;
        for (var set : Proportions.of(bounds, active, observed.status().replicas())) resize(set);
    }

    private Optional<OwnedReplicaSet> latest() {
        return current != null ? Optional.of(current) : old.stream().max(OwnedReplicaSet.OLDEST_FIRST);
    }

    /** Asks for a size, and remembers it for what is reported. */
    private void resize(OwnedReplicaSet sized) {
        var before = observed.sets().stream()
                .filter(each -> each.uid().equals(sized.uid()))
                .findFirst()
                .orElse(sized);
        if (before.wanted() == sized.wanted() && SetAnnotations.haveSizes(sized.meta(), bounds)) return;
        actions.add(new Action.ScaleSet(sized, before.wanted(), SetAnnotations.sizes(bounds)));
        if (current != null && current.uid().equals(sized.uid())) current = sized;
        else old.replaceAll(each -> each.uid().equals(sized.uid()) ? sized : each);
    }

    private Plan roll() {
        var status = putCurrentRight(() -> RollingUpdate.newReplicas(bounds, 0, observed.sets()));
        if (status != null) return planned(status);
        var newest = Objects.requireNonNull(current, "made above");
        var wanted = RollingUpdate.newReplicas(bounds, newest.wanted(), observed.sets());
        if (wanted != newest.wanted()) {
            resize(newest.scaledTo(wanted));
            return progressed();
        }
        // A set that shrank and grew again may report pods that are gone.
        if (observed.sets().stream().allMatch(OwnedReplicaSet::isObserved)) {
            for (var set : RollingUpdate.shrunk(bounds, newest, List.copyOf(old))) resize(set);
        }
        if (actions.isEmpty() && ProgressingCondition.isComplete(spec, observed.status())) cleanUp();
        return progressed();
    }

    private Plan recreate() {
        for (var set : List.copyOf(old)) if (set.wanted() > 0) resize(set.scaledTo(0));
        if (!actions.isEmpty()) return progressed();
        if (old.stream().anyMatch(each -> observed.setsWithPods().contains(each.uid()))) return progressed();
        var status = putCurrentRight(bounds::replicas);
        if (status != null) return planned(status);
        var newest = Objects.requireNonNull(current, "made above");
        resize(newest.scaledTo(bounds.replicas()));
        if (actions.isEmpty() && ProgressingCondition.isComplete(spec, observed.status())) cleanUp();
        return progressed();
    }

    /** Makes the set of the current template, or brings its annotations up to date; the status if that was needed. */
    private @Nullable DeploymentStatus putCurrentRight(IntSupplier replicas) {
        var revision = SetAnnotations.nextRevision(old);
        var newest = current;
        if (newest == null) {
            var annotations = new HashMap<>(SetAnnotations.current(spec.meta(), Map.of(), revision));
            annotations.putAll(SetAnnotations.sizes(bounds));
            actions.add(new Action.CreateSet(spec.newSetName(), replicas.getAsInt(), annotations));
            number(Long.toString(revision));
            return noted("NewReplicaSetCreated", "Created new replica set \"" + spec.newSetName() + "\"");
        }
        var annotations = SetAnnotations.current(spec.meta(), newest.meta().annotations(), revision);
        number(annotations.getOrDefault(SetAnnotations.REVISION, ""));
        var right =
                annotations.equals(newest.meta().annotations()) && newest.minReadySeconds() == spec.minReadySeconds();
        if (!right) actions.add(new Action.UpdateSet(newest, annotations, spec.minReadySeconds()));
        var unknown =
                observed.status().conditions().find(ProgressingCondition.TYPE).isEmpty();
        if (unknown && spec.hasProgressDeadline()) {
            return noted("FoundNewReplicaSet", "Found new replica set \"" + newest.name() + "\"");
        }
        return right ? null : status();
    }

    private void number(String revision) {
        var same = spec.meta().annotation(SetAnnotations.REVISION).equals(revision);
        if (!same) actions.add(new Action.NumberDeployment(revision));
    }

    private DeploymentStatus noted(String reason, String message) {
        var status = status();
        if (!spec.hasProgressDeadline()) return status;
        var update = new ConditionUpdate(ProgressingCondition.TYPE, "True", reason, message);
        return status.withConditions(DeploymentStatus.say(status.conditions(), update, now));
    }

    /** Old sets without pods, beyond as many as are kept. */
    private void cleanUp() {
        var limit = spec.revisionHistoryLimit();
        var idle = old.stream()
                .filter(each -> each.wanted() == 0 && each.actual() == 0)
                .filter(each -> !each.meta().isBeingDeleted())
                .filter(OwnedReplicaSet::isObserved)
                .sorted(Comparator.comparingLong((OwnedReplicaSet each) -> SetAnnotations.revision(each.meta()))
                        .thenComparing(OwnedReplicaSet.OLDEST_FIRST))
                .toList();
        for (var set : idle.subList(0, Math.max(0, idle.size() - Math.max(0, limit)))) {
            actions.add(new Action.DeleteSet(set));
        }
    }

    private DeploymentStatus status() {
        var status = DeploymentStatus.of(spec, observed.status(), current, old, now);
        var newest = current;
        if (newest != null && inPlace.isMarked(newest)) {
            status = status.withUpdatedReplicas(inPlace.updated(newest, podsOf(newest)));
        }
        return ProgressingCondition.pausedOrResumed(spec, status, now);
    }

    private Plan progressed() {
        return planned(ProgressingCondition.report(spec, observed.status(), status(), current, now));
    }

    private Plan reported() {
        return planned(status());
    }

    private Plan planned(DeploymentStatus status) {
        var requeueAfter = spec.meta().isBeingDeleted()
                ? RequeueAfter.NEVER
                : ProgressingCondition.requeueAfter(spec, status, now);
        return new Plan(actions, status, requeueAfter);
    }
}
