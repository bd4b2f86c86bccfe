package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Adoption;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.Claim;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.deployment.Action;
import dev.plimsoll.core.workloads.deployment.DeploymentDecision;
import dev.plimsoll.core.workloads.deployment.DeploymentStatus;
import dev.plimsoll.core.workloads.deployment.InPlace;
import dev.plimsoll.core.workloads.deployment.ObservedDeployment;
import dev.plimsoll.core.workloads.deployment.OwnedReplicaSet;
import dev.plimsoll.core.workloads.deployment.Plan;
import dev.plimsoll.core.workloads.deployment.ProgressingCondition;
import dev.plimsoll.core.workloads.deployment.SetAnnotations;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.pod.PodResizeChange;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.DeploymentStatusDraft;
import dev.plimsoll.objects.workload.ReplicaSetDraft;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Keeps the replica sets of each deployment. Their names follow from their templates, so none can be made twice. */
public final class Deployments implements Controller {
    private final ControllerContext around;
    private final Cache<DeploymentObject> deployments;
    private final Cache<ReplicaSetObject> sets;
    private final Cache<ControlledPod> pods;
    private final Adoption adoption;
    private final Events events;
    private final InPlace inPlace;

    public Deployments(ControllerContext around) {
        this.around = around;
        this.deployments = around.informers().of(DeploymentObject.KIND);
        this.sets = around.informers().of(ReplicaSetObject.KIND);
        this.pods = around.informers().pods();
        this.adoption = new Adoption(around.client(), ApiResource.DEPLOYMENTS, ApiResource.REPLICA_SETS);
        this.events = around.events().apply("deployment-controller");
        this.inPlace = InPlace.under(around.gates());
    }

    @Override
    public String name() {
        return "deployment";
    }

    @Override
    public void follow(WorkQueue queue) {
        deployments.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<DeploymentObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<DeploymentObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<DeploymentObject> _, CacheChange.Synced<DeploymentObject> _ -> {}
            }
        });
        sets.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ReplicaSetObject>(var _, var now) -> wake(queue, now);
                case CacheChange.Updated<ReplicaSetObject>(var _, var before, var now) -> {
                    if (!before.metadata().controller().equals(now.metadata().controller())) wake(queue, before);
                    wake(queue, now);
                }
                case CacheChange.Removed<ReplicaSetObject>(var _, var before) -> wake(queue, before);
                case CacheChange.Synced<ReplicaSetObject> _ -> {}
            }
        });
        // A Recreate waits for the last old pod to be gone.
        pods.subscribe(change -> {
            if (change instanceof CacheChange.Removed<ControlledPod>(var _, var before)) wakeOwnerOfSet(queue, before);
            if (change instanceof CacheChange.Updated<ControlledPod>(var _, var before, var now)) {
                var resized = !before.resources().equals(now.resources()) || before.isReady() != now.isReady();
                if (now.isTerminal() || (inPlace.isEnabled() && resized)) wakeOwnerOfSet(queue, now);
            }
        });
    }

    private void wake(WorkQueue queue, ReplicaSetObject set) {
        var owner = set.metadata().controller();
        if (owner.isPresent()) {
            if (owner.get().kind().equals("Deployment")) {
                queue.add(new ObjectName(set.name().namespace(), owner.get().name()));
            }
            return;
        }
        for (var deployment : deployments.found(Indexes.BY_NAMESPACE, set.name().namespace())) {
            if (deployment.selects(set.metadata().labels())) queue.add(deployment.name());
        }
    }

    private void wakeOwnerOfSet(WorkQueue queue, ControlledPod pod) {
        pod.meta()
                .controller()
                .filter(owner -> owner.kind().equals("ReplicaSet"))
                .flatMap(owner -> sets.find(new ObjectName(pod.meta().namespace(), owner.name())))
                .ifPresent(set -> wake(queue, set));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = deployments.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var deployment = found.get();
        if (deployment.selector().isEmpty()) {
            events.warning(
                    deployment.about(),
                    "SelectingAll",
                    "This deployment is selecting all pods. A non-empty selector is required.");
            return ReconcileResult.SETTLED;
        }
        var controlled = sets.found(Indexes.BY_CONTROLLER, deployment.uid());
        var orphans = sets.found(Indexes.ORPHANS, key.namespace());
        var claim = Claim.decide(deployment.metadata(), deployment::selects, controlled, orphans, ApiObject::metadata);
        var claimed = adoption.carryOut(deployment, claim, ApiObject::metadata, ReplicaSetObject::new);
        if (!claimed.problem().isEmpty()) return new ReconcileResult.Failed(claimed.problem());
        var owned = claimed.objects();
        var observed = new ObservedDeployment(
                deployment.spec(),
                deployment.status(),
                owned.stream().map(ReplicaSetObject::view).toList(),
                withPods(owned),
                activePods(owned),
                around.time().instant());
        var byUid = new HashMap<String, ReplicaSetObject>();
        for (var set : owned) byUid.put(set.uid(), set);
        return carryOut(deployment, byUid, DeploymentDecision.decide(observed, inPlace));
    }

    private Set<String> withPods(List<ReplicaSetObject> owned) {
        var uids = new HashSet<String>();
        for (var set : owned) {
            if (pods.found(Indexes.PODS_BY_CONTROLLER, set.uid()).stream().anyMatch(pod -> !pod.isTerminal())) {
                uids.add(set.uid());
            }
        }
        return uids;
    }

    private List<ControlledPod> activePods(List<ReplicaSetObject> owned) {
        return owned.stream()
                .flatMap(set -> pods.found(Indexes.PODS_BY_CONTROLLER, set.uid()).stream())
                .filter(ControlledPod::isActive)
                .toList();
    }

    private ReconcileResult carryOut(DeploymentObject deployment, Map<String, ReplicaSetObject> owned, Plan plan) {
        var status = deployment.statusDraft().write(plan.status());
        var current = deployment;
        var problem = "";
        for (var action : plan.actions()) {
            var outcome = perform(deployment, owned, action, status);
            if (outcome instanceof RequestResult.Done<ObjectNode>(var written)
                    && action instanceof Action.NumberDeployment) {
                current = new DeploymentObject(written);
            }
            if (outcome instanceof RequestResult.Done<ObjectNode> || OwnedPods.isNamespaceGoing(outcome)) continue;
            problem = outcome.problem();
            break;
        }
        var unwritten = StatusWrite.ofChanged(around.client(), ApiResource.DEPLOYMENTS, current, status);
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        return unwritten.isEmpty() ? ReconcileResult.again(plan.requeueAfter()) : new ReconcileResult.Failed(unwritten);
    }

    private RequestResult<ObjectNode> perform(
            DeploymentObject deployment,
            Map<String, ReplicaSetObject> owned,
            Action action,
            DeploymentStatusDraft status) {
        return switch (action) {
            case Action.CreateSet create -> create(deployment, newSet(deployment, create), create.replicas(), status);
            case Action.KeepHistory(var set) -> create(deployment, history(deployment, object(owned, set)), 0, status);
            case Action.ScaleSet scale -> {
                var set = scale.set();
                var draft = object(owned, set).draft().replicas(set.wanted());
                var outcome = update(draft, scale.annotations());
                if (outcome instanceof RequestResult.Done<ObjectNode> && scale.from() != set.wanted()) {
                    tellScaling(deployment, set.name(), scale.from(), set.wanted());
                }
                yield outcome;
            }
            case Action.UpdateSet update -> {
                var set = object(owned, update.set());
                var draft = set.draft();
                draft.metadata().onlyAnnotations(update.annotations());
                if (set.minReadySeconds() != update.minReadySeconds()) draft.minReadySeconds(update.minReadySeconds());
                yield around.client().update(ApiResource.REPLICA_SETS, draft.document());
            }
            case Action.ResizeSet resize ->
                update(object(owned, resize.set()).draft().resourcesOf(deployment.template()), resize.annotations());
            case Action.DeleteSet(var set) -> {
                var options = new DeleteOptions(-1, set.uid(), set.meta().version(), "Background");
                yield around.client().delete(ApiResource.REPLICA_SETS, ObjectNames.of(set.meta()), options);
            }
            case Action.ResizePod(var pod, var set) -> {
                var change = new PodResizeChange(pod.uid(), object(owned, set).template());
                var outcome =
                        around.client().patch(ApiResource.PODS.sub("resize"), ObjectNames.of(pod), change.strategic());
                yield outcome instanceof RequestResult.Refused<ObjectNode>(var why) && !why.isTemporary()
                        ? replace(deployment, pod, why.message())
                        : outcome;
            }
            case Action.ReplacePod(var pod, var why) -> replace(deployment, pod, why);
            case Action.NumberDeployment(var revision) -> {
                var change = new ObjectChange(deployment.uid());
                change.metadata().annotation(SetAnnotations.REVISION, revision);
                yield around.client().patch(ApiResource.DEPLOYMENTS, deployment.name(), change.merge());
            }
        };
    }

    private static ReplicaSetObject object(Map<String, ReplicaSetObject> owned, OwnedReplicaSet set) {
        return Objects.requireNonNull(owned.get(set.uid()), "a decision names only sets that it was given");
    }

    private static ReplicaSetDraft newSet(DeploymentObject deployment, Action.CreateSet action) {
        var draft = ReplicaSetDraft.of(deployment, action.name()).replicas(action.replicas());
        draft.metadata().annotations(action.annotations());
        return draft;
    }

    private static ReplicaSetDraft history(DeploymentObject deployment, ReplicaSetObject set) {
        return ReplicaSetDraft.history(deployment, set, SetAnnotations.revision(set.metadata()));
    }

    private RequestResult<ObjectNode> update(ReplicaSetDraft draft, Map<String, String> annotations) {
        draft.metadata().annotations(annotations);
        return around.client().update(ApiResource.REPLICA_SETS, draft.document());
    }

    private RequestResult<ObjectNode> create(
            DeploymentObject deployment, ReplicaSetDraft draft, int replicas, DeploymentStatusDraft status) {
        var name = draft.name();
        var outcome = around.client().create(ApiResource.REPLICA_SETS, draft.document());
        if (outcome instanceof RequestResult.Done<ObjectNode>) {
            if (replicas > 0) tellScaling(deployment, name.name(), 0, replicas);
            return outcome;
        }
        if (outcome instanceof RequestResult.Conflict<ObjectNode>(var refusal) && refusal.alreadyExists()) {
            var there = around.client().get(ApiResource.REPLICA_SETS, name);
            // A set that could not be read is no collision: another name would make a second set of the same template.
            if (!(there instanceof RequestResult.Done<ObjectNode>(var document))) return there;
            var set = new ReplicaSetObject(document);
            // The cache has not shown it yet.
            if (set.metadata().isControlledBy(deployment.uid()) && deployment.isTemplateOf(set)) return there;
            status.collisionCount(deployment.collisionCount() + 1).restoreCondition(ProgressingCondition.TYPE);
            return outcome;
        }
        if (OwnedPods.isNamespaceGoing(outcome)) return outcome;
        var message = "Failed to create new replica set \"" + name.name() + "\": " + outcome.problem();
        events.warning(deployment.about(), "ReplicaSetCreateError", message);
        if (deployment.spec().hasProgressDeadline()) {
            var update = new ConditionUpdate(ProgressingCondition.TYPE, "False", "ReplicaSetCreateError", message);
            status.conditions(DeploymentStatus.say(
                    status.conditions(), update, around.time().instant()));
        }
        return outcome;
    }

    private RequestResult<ObjectNode> replace(DeploymentObject deployment, ControlledPod pod, String why) {
        events.normal(
                deployment.about(),
                "ReplacingPod",
                "Pod " + pod.name() + " is replaced, because it cannot be resized in place: " + why);
        return around.client().delete(ApiResource.PODS, ObjectNames.of(pod), new DeleteOptions(-1, pod.uid(), "", ""));
    }

    private void tellScaling(DeploymentObject deployment, String set, int from, int to) {
        var direction = to > from ? "up" : "down";
        events.normal(
                deployment.about(),
                "ScalingReplicaSet",
                "Scaled " + direction + " replica set " + set + " from " + from + " to " + to);
    }
}
