package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to do next about a deployment. One turn does one thing, and what the replica sets then report leads to the next.
 *
 * <ol>
 *   <li>One that is being deleted only reports.
 *   <li>One that is paused, or whose number of replicas changed, is scaled: the one set that has pods, or all by their parts.
 *   <li>Otherwise the set of the current template is found, put right or made, and pods move to it by the strategy.
 * </ol>
 */
public final class DeploymentDecision {
    private final Workload deployment;
    private final Instant now;
    private final RollingBounds bounds;
    private final Observed observed;
    private final InPlace inPlace;
    private final List<SetView> old = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private @Nullable SetView current;

    private DeploymentDecision(Observed observed, InPlace inPlace) {
        this.observed = observed;
        this.inPlace = inPlace;
        this.deployment = observed.deployment();
        this.now = observed.now();
        this.bounds = RollingBounds.of(deployment);
        this.current = NewSet.find(deployment, observed.sets()).orElse(null);
        for (var set : observed.sets()) if (!set.equals(current)) old.add(set);
    }

    public static Plan decide(Observed observed, InPlace inPlace) {
        return new DeploymentDecision(observed, inPlace).decide();
    }

    private Plan decide() {
        if (deployment.meta().isBeingDeleted()) return reported();
        if (deployment.spec().path("paused").asBoolean()) {
            scale();
            if (actions.isEmpty()) cleanUp();
            return reported();
        }
        if (isBeingScaled()) {
            scale();
            if (!actions.isEmpty()) return reported();
        }
        if (resizesInPlace()) return progressed();
        return switch (deployment.spec().path("strategy").path("type").asText()) {
            case "Recreate" -> recreate();
            default -> roll();
        };
    }

    /** Whether this turn belongs to a change of resources that goes into the pods that are there. */
    private boolean resizesInPlace() {
        var newest = current;
        var begun = newest == null || newest.wanted() == 0
                ? inPlace.begin(deployment, observed.sets())
                : Optional.<List<Action>>empty();
        if (begun.isPresent()) {
            actions.addAll(begun.get());
            return true;
        }
        if (newest == null || !inPlace.isMarked(newest)) return false;
        actions.addAll(inPlace.goOn(newest, podsOf(newest)));
        return !actions.isEmpty();
    }

    private List<PodView> podsOf(SetView set) {
        return observed.pods().stream()
                .filter(pod -> pod.meta().isControlledBy(set.set().uid()))
                .toList();
    }

    private boolean isBeingScaled() {
        return observed.sets().stream()
                .anyMatch(each -> each.wanted() > 0 && SetAnnotations.isForOther(each.set(), bounds.replicas()));
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
                && !SetAnnotations.isForOther(newest.set(), bounds.replicas());
        if (saturated) {
            for (var set : List.copyOf(old)) if (set.wanted() > 0) resize(set.scaledTo(0));
            return;
        }
        if (deployment.spec().path("strategy").path("type").asText().equals("Recreate")) return;
        for (var set : Proportions.of(bounds, active, deployment.reported("replicas"))) resize(set);
    }

    private Optional<SetView> latest() {
        return current != null ? Optional.of(current) : old.stream().max(SetView.OLDEST_FIRST);
    }

    /** Asks for a size, and remembers it for what is reported. */
    private void resize(SetView sized) {
        var before = SetView.of(sized.set());
        if (before.wanted() == sized.wanted() && SetAnnotations.haveSizes(sized.set(), bounds)) return;
        var document = sized.set().draft();
        document.withObject("/spec").put("replicas", sized.wanted());
        SetAnnotations.writeSizes(document.withObject("/metadata"), bounds);
        actions.add(new Action.ScaleSet(sized, before.wanted(), document));
        if (current != null && current.set().uid().equals(sized.set().uid())) current = sized;
        else old.replaceAll(each -> each.set().uid().equals(sized.set().uid()) ? sized : each);
    }

    private Plan roll() {
        var status = putCurrentRight(() -> Rolling.newReplicas(bounds, 0, observed.sets()));
        if (status != null) return planned(status);
        var newest = java.util.Objects.requireNonNull(current, "made above");
        var wanted = Rolling.newReplicas(bounds, newest.wanted(), observed.sets());
        if (wanted != newest.wanted()) {
            resize(newest.scaledTo(wanted));
            return progressed();
        }
        // A set that shrank and grew again may report pods that are gone.
        if (observed.sets().stream().allMatch(SetView::isObserved)) {
            for (var set : Rolling.shrunk(bounds, newest, List.copyOf(old))) resize(set);
        }
        if (actions.isEmpty() && Progress.isComplete(deployment, deployment.status())) cleanUp();
        return progressed();
    }

    private Plan recreate() {
        for (var set : List.copyOf(old)) if (set.wanted() > 0) resize(set.scaledTo(0));
        if (!actions.isEmpty()) return progressed();
        if (old.stream()
                .anyMatch(each -> observed.setsWithPods().contains(each.set().uid()))) return progressed();
        var status = putCurrentRight(bounds::replicas);
        if (status != null) return planned(status);
        var newest = java.util.Objects.requireNonNull(current, "made above");
        resize(newest.scaledTo(bounds.replicas()));
        if (actions.isEmpty() && Progress.isComplete(deployment, deployment.status())) cleanUp();
        return progressed();
    }

    /** Makes the set of the current template, or brings its annotations up to date; the status if that was needed. */
    private @Nullable ObjectNode putCurrentRight(java.util.function.IntSupplier replicas) {
        var revision = SetAnnotations.nextRevision(old);
        var newest = current;
        if (newest == null) {
            var document = NewSet.document(deployment, replicas.getAsInt(), revision, bounds);
            actions.add(new Action.CreateSet(document, replicas.getAsInt()));
            number(Long.toString(revision));
            var name = document.path("metadata").path("name").asText();
            return noted("NewReplicaSetCreated", "Created new replica set \"" + name + "\"");
        }
        var annotations = SetAnnotations.current(deployment, newest.set().meta().annotations(), revision);
        number(annotations.getOrDefault(SetAnnotations.REVISION, ""));
        var minReady = deployment.number("minReadySeconds", 0);
        var right = annotations.equals(newest.set().meta().annotations())
                && newest.set().number("minReadySeconds", 0) == minReady;
        if (!right) {
            var document = newest.set().draft();
            var written = document.withObject("/metadata").putObject("annotations");
            annotations.forEach(written::put);
            document.withObject("/spec").put("minReadySeconds", minReady);
            actions.add(new Action.UpdateSet(document));
        }
        var unknown = dev.plimsoll.controllers.objects.Conditions.find(deployment.status(), Progress.TYPE)
                .isEmpty();
        if (unknown && Progress.hasDeadline(deployment)) {
            return noted("FoundNewReplicaSet", "Found new replica set \"" + newest.name() + "\"");
        }
        return right ? null : status();
    }

    private void number(String revision) {
        var same = deployment.meta().annotation(SetAnnotations.REVISION).equals(revision);
        if (!same) actions.add(new Action.NumberDeployment(revision));
    }

    private ObjectNode noted(String reason, String message) {
        var status = status();
        if (Progress.hasDeadline(deployment)) {
            DeploymentStatus.say(status, new Said(Progress.TYPE, "True", reason, message), now);
        }
        return status;
    }

    /** Old sets without pods, beyond as many as are kept. */
    private void cleanUp() {
        var limit = deployment.number("revisionHistoryLimit", 10);
        var idle = old.stream()
                .filter(each -> each.wanted() == 0 && each.actual() == 0)
                .filter(each -> !each.set().meta().isBeingDeleted())
                .filter(each -> each.set().status().path("observedGeneration").asLong()
                        >= each.set().meta().generation())
                .sorted(Comparator.comparingLong((SetView each) -> SetAnnotations.revision(each.set()))
                        .thenComparing(SetView.OLDEST_FIRST))
                .toList();
        for (var set : idle.subList(0, Math.max(0, idle.size() - Math.max(0, limit)))) {
            actions.add(new Action.DeleteSet(set));
        }
    }

    private ObjectNode status() {
        var status = DeploymentStatus.of(deployment, current, old, now);
        var newest = current;
        if (newest != null && inPlace.isMarked(newest)) {
            StatusWrite.count(status, "updatedReplicas", inPlace.updated(newest, podsOf(newest)));
        }
        Progress.pauseOrResume(deployment, status, now);
        return status;
    }

    private Plan progressed() {
        var status = status();
        Progress.report(deployment, status, current, now);
        return planned(status);
    }

    private Plan reported() {
        return planned(status());
    }

    private Plan planned(ObjectNode status) {
        var again = deployment.meta().isBeingDeleted() ? Duration.ZERO : Progress.lookAgain(deployment, status, now);
        return new Plan(actions, status, again);
    }
}
