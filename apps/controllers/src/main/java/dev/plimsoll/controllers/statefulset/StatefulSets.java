package dev.plimsoll.controllers.statefulset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.FailureBackoff;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.revisions.Revisions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision;
import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision.Observed;
import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision.Step;
import dev.plimsoll.core.workloads.statefulset.StatefulSetStatus;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.ControllerRevisionObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import java.util.HashSet;
import java.util.List;

/** Keeps the pods of each stateful set. Their names are given, so none can be made twice. */
public final class StatefulSets implements Controller {
    private final ControllerContext around;
    private final Cache<StatefulSetObject> sets;
    private final OwnedPods pods;
    private final Revisions revisions;
    private final ClaimOwners claims;
    private final Events events;
    private final FailureBackoff backoff = new FailureBackoff();

    public StatefulSets(ControllerContext around) {
        this.around = around;
        this.sets = around.informers().of(StatefulSetObject.KIND);
        this.events = around.events().apply("statefulset-controller");
        this.pods = new OwnedPods(around, StatefulSetObject.KIND, events);
        this.claims = new ClaimOwners(around);
        this.revisions = new Revisions(around, ApiResource.STATEFUL_SETS);
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
    public ReconcileResult reconcile(ObjectName key) {
        var found = sets.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var set = found.get();
        if (set.metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var claimed = pods.claim(set);
        if (!claimed.problem().isEmpty()) return new ReconcileResult.Failed(claimed.problem());
        return switch (revisions.current(set)) {
            case Revisions.Current.Failed(var why) -> new ReconcileResult.Failed(why);
            case Revisions.Current.Found(var update, var collisions) ->
                carryOut(set, claimed.objects(), update, collisions);
        };
    }

    private ReconcileResult carryOut(
            StatefulSetObject set, List<ControlledPod> mine, ControllerRevisionObject update, int collisions) {
        var known = revisions.of(set);
        var reported = set.currentRevision();
        var current = known.stream()
                .filter(each -> each.metadata().name().equals(reported))
                .findFirst()
                .orElse(update);
        var now = around.time().instant();
        for (var pod : mine) if (pod.isReady()) backoff.succeeded(set.uid(), pod.name());
        var observed = new Observed(
                set.spec(),
                mine,
                current.metadata().name(),
                update.metadata().name(),
                backoff.resting(set.uid(), now),
                now);
        var problem = claims.own(set, mine);
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        for (var step : StatefulSetDecision.decide(observed)) {
            problem = perform(set, step, current, update);
            if (!problem.isEmpty()) break;
        }
        var status = set.statusDraft().write(StatefulSetStatus.of(observed), collisions);
        var unwritten = StatusWrite.ofChanged(around.client(), ApiResource.STATEFUL_SETS, status);
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        if (!unwritten.isEmpty()) return new ReconcileResult.Failed(unwritten);
        var live = new HashSet<>(
                List.of(current.metadata().name(), update.metadata().name()));
        for (var pod : mine) live.add(StatefulSetDecision.revisionOf(pod));
        var kept = revisions.truncate(set, live);
        if (!kept.isEmpty()) return new ReconcileResult.Failed(kept);
        return ReconcileResult.again(
                RequeueAfter.sooner(StatefulSetDecision.lookAgain(observed), backoff.next(set.uid(), now)));
    }

    private String perform(
            StatefulSetObject set, Step step, ControllerRevisionObject current, ControllerRevisionObject update) {
        return switch (step) {
            case Step.Create(var ordinal, var revision) -> {
                var template = revision.equals(update.metadata().name()) ? update.template() : current.template();
                yield create(set, ordinal, set.pod(template, revision, ordinal).document());
            }
            case Step.Delete(var pod) -> {
                if (pod.ending().isRefusal())
                    backoff.failed(set.uid(), pod.name(), around.time().instant());
                yield delete(set, pod);
            }
        };
    }

    private String create(StatefulSetObject set, int ordinal, ObjectNode pod) {
        for (var claim : set.claims(ordinal)) {
            if (around.client().get(ApiResource.CLAIMS, ObjectName.of(claim)) instanceof RequestResult.Done<ObjectNode>)
                continue;
            var outcome = around.client().create(ApiResource.CLAIMS, claim);
            var there = outcome instanceof RequestResult.Conflict<ObjectNode>(var status) && status.alreadyExists();
            if (outcome instanceof RequestResult.Done<ObjectNode> || there) continue;
            return told(set, "Create", ObjectName.of(pod).name(), outcome);
        }
        var outcome = around.client().create(ApiResource.PODS, pod);
        if (outcome instanceof RequestResult.Conflict<ObjectNode>(var status) && status.alreadyExists()) {
            // The cache has not shown it yet, or the name belongs to somebody else.
            var mine = around.client()
                    .get(ApiResource.PODS, ObjectName.of(pod))
                    .done()
                    .map(PodObject::new)
                    .filter(each -> each.metadata().isControlledBy(set.uid()));
            if (mine.isPresent()) return "";
        }
        return told(set, "Create", ObjectName.of(pod).name(), outcome);
    }

    private String delete(StatefulSetObject set, ControlledPod pod) {
        var options = new DeleteOptions(-1, pod.uid(), "", "");
        var outcome = around.client().delete(ApiResource.PODS, ObjectNames.of(pod), options);
        var gone = outcome instanceof RequestResult.NotFound<ObjectNode>;
        return gone ? "" : told(set, "Delete", pod.name(), outcome);
    }

    private String told(StatefulSetObject set, String verb, String pod, RequestResult<ObjectNode> outcome) {
        var what = verb + " Pod " + pod + " in StatefulSet " + set.name().name();
        if (outcome instanceof RequestResult.Done<ObjectNode>) {
            events.normal(set.about(), "Successful" + verb, what + " successful");
            return "";
        }
        if (OwnedPods.isNamespaceGoing(outcome)) return "";
        events.warning(set.about(), "Failed" + verb, what + " failed error: " + outcome.problem());
        return outcome.problem();
    }
}
