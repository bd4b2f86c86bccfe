package dev.plimsoll.controllers.statefulset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.revisions.Revision;
import dev.plimsoll.controllers.revisions.Revisions;
import dev.plimsoll.controllers.statefulset.StatefulSetDecision.Observed;
import dev.plimsoll.controllers.statefulset.StatefulSetDecision.Step;
import java.util.HashSet;
import java.util.List;

/** Keeps the pods of each stateful set. Their names are given, so none can be made twice. */
public final class StatefulSets implements Controller {
    private final Surroundings around;
    private final Cache<Workload> sets;
    private final OwnedPods pods;
    private final Revisions revisions;
    private final Events events;

    public StatefulSets(Surroundings around) {
        this.around = around;
        this.sets = around.informers().of(Kinds.STATEFUL_SETS);
        this.events = around.events().apply("statefulset-controller");
        this.pods = new OwnedPods(around, Kinds.STATEFUL_SETS, events);
        this.revisions = new Revisions(around, Kinds.STATEFUL_SETS);
    }

    @Override
    public String name() {
        return "statefulset";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.follow(queue);
        revisions.follow(queue);
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = sets.find(key);
        if (found.isEmpty()) return Turn.SETTLED;
        var set = found.get();
        if (set.meta().isBeingDeleted()) return Turn.SETTLED;
        var claimed = pods.claim(set);
        if (!claimed.problem().isEmpty()) return new Turn.Failed(claimed.problem());
        return switch (revisions.current(set)) {
            case Revisions.Current.Failed(var why) -> new Turn.Failed(why);
            case Revisions.Current.Found(var update, var collisions) ->
                carryOut(set, claimed.objects(), update, collisions);
        };
    }

    private Turn carryOut(Workload set, List<PodView> mine, Revision update, int collisions) {
        var known = revisions.of(set);
        var reported = set.status().path("currentRevision").asText();
        var current = known.stream()
                .filter(each -> each.name().equals(reported))
                .findFirst()
                .orElse(update);
        var observed = new Observed(
                set, mine, current.name(), update.name(), around.time().instant());
        var problem = "";
        for (var step : StatefulSetDecision.decide(observed)) {
            problem = perform(set, step, current, update);
            if (!problem.isEmpty()) break;
        }
        var status = StatefulSetStatus.of(observed, collisions);
        var unwritten = StatusWrite.ofChanged(around.client(), Kinds.STATEFUL_SETS, set, status);
        if (!problem.isEmpty()) return new Turn.Failed(problem);
        if (!unwritten.isEmpty()) return new Turn.Failed(unwritten);
        var live = new HashSet<>(List.of(current.name(), update.name()));
        for (var pod : mine) live.add(StatefulSetDecision.revisionOf(pod));
        var kept = revisions.truncate(set, live);
        return kept.isEmpty() ? Turn.again(StatefulSetDecision.lookAgain(observed)) : new Turn.Failed(kept);
    }

    private String perform(Workload set, Step step, Revision current, Revision update) {
        return switch (step) {
            case Step.Create(var ordinal, var revision) -> {
                var template = revision.equals(update.name()) ? update.template() : current.template();
                yield create(set, ordinal, Identity.pod(set, template, revision, ordinal));
            }
            case Step.Delete(var pod) -> delete(set, pod);
        };
    }

    private String create(Workload set, int ordinal, ObjectNode pod) {
        for (var claim : Identity.claims(set, ordinal)) {
            if (around.client().get(Kinds.CLAIMS, ObjectName.of(claim)) instanceof Outcome.Done<ObjectNode>) continue;
            var outcome = around.client().create(Kinds.CLAIMS, claim);
            var there = outcome instanceof Outcome.Conflict<ObjectNode>(var status) && status.alreadyExists();
            if (outcome instanceof Outcome.Done<ObjectNode> || there) continue;
            return told(set, "Create", ObjectName.of(pod).name(), outcome);
        }
        var outcome = around.client().create(Kinds.PODS, pod);
        if (outcome instanceof Outcome.Conflict<ObjectNode>(var status) && status.alreadyExists()) {
            // The cache has not shown it yet, or the name belongs to somebody else.
            var mine = around.client()
                    .get(Kinds.PODS, ObjectName.of(pod))
                    .done()
                    .map(PodView::of)
                    .filter(each -> each.meta().isControlledBy(set.uid()));
            if (mine.isPresent()) return "";
        }
        return told(set, "Create", ObjectName.of(pod).name(), outcome);
    }

    private String delete(Workload set, PodView pod) {
        var options = new DeleteOptions(-1, pod.uid(), "", "");
        var outcome = around.client().delete(Kinds.PODS, pod.name(), options);
        var gone = outcome instanceof Outcome.NotFound<ObjectNode> || outcome instanceof Outcome.Conflict<ObjectNode>;
        return gone ? "" : told(set, "Delete", pod.name().name(), outcome);
    }

    private String told(Workload set, String verb, String pod, Outcome<ObjectNode> outcome) {
        var what = verb + " Pod " + pod + " in StatefulSet " + set.name().name();
        if (outcome instanceof Outcome.Done<ObjectNode>) {
            events.normal(set.about(), "Successful" + verb, what + " successful");
            return "";
        }
        if (OwnedPods.isNamespaceGoing(outcome)) return "";
        events.warning(set.about(), "Failed" + verb, what + " failed error: " + outcome.problem());
        return outcome.problem();
    }
}
