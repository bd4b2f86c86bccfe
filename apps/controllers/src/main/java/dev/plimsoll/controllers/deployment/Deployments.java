package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Adoption;
import dev.plimsoll.controllers.loop.Claim;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps the replica sets of each deployment. Their names follow from their templates, so none can be made twice. */
public final class Deployments implements Controller {
    private final Surroundings around;
    private final Cache<Workload> deployments;
    private final Cache<Workload> sets;
    private final Cache<PodView> pods;
    private final Adoption adoption;
    private final Events events;
    private final InPlace inPlace;

    public Deployments(Surroundings around) {
        this.around = around;
        this.deployments = around.informers().of(Kinds.DEPLOYMENTS);
        this.sets = around.informers().of(Kinds.REPLICA_SETS);
        this.pods = around.informers().pods();
        this.adoption = new Adoption(around.client(), Kinds.DEPLOYMENTS, Kinds.REPLICA_SETS);
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
                case Change.Added<Workload>(var name, var _) -> queue.add(name);
                case Change.Updated<Workload>(var name, var _, var _) -> queue.add(name);
                case Change.Removed<Workload> _, Change.Synced<Workload> _ -> {}
            }
        });
        sets.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var _, var now) -> wake(queue, now);
                case Change.Updated<Workload>(var _, var before, var now) -> {
                    if (!before.meta().controller().equals(now.meta().controller())) wake(queue, before);
                    wake(queue, now);
                }
                case Change.Removed<Workload>(var _, var before) -> wake(queue, before);
                case Change.Synced<Workload> _ -> {}
            }
        });
        // A Recreate waits for the last old pod to be gone.
        pods.subscribe(change -> {
            if (change instanceof Change.Removed<PodView>(var _, var before)) wakeOwnerOfSet(queue, before);
            if (change instanceof Change.Updated<PodView>(var _, var before, var now)) {
                var resized = !before.resources().equals(now.resources()) || before.isReady() != now.isReady();
                if (now.isTerminal() || (inPlace.isEnabled() && resized)) wakeOwnerOfSet(queue, now);
            }
        });
    }

    private void wake(WorkQueue queue, Workload set) {
        var owner = set.meta().controller();
        if (owner.isPresent()) {
            if (owner.get().kind().equals("Deployment")) {
                queue.add(new ObjectName(set.name().namespace(), owner.get().name()));
            }
            return;
        }
        for (var deployment : deployments.found(Indexes.BY_NAMESPACE, set.name().namespace())) {
            var selects =
                    deployment.selector().filter(each -> each.matches(set.meta().labels()));
            if (selects.isPresent()) queue.add(deployment.name());
        }
    }

    private void wakeOwnerOfSet(WorkQueue queue, PodView pod) {
        pod.meta()
                .controller()
                .filter(owner -> owner.kind().equals("ReplicaSet"))
                .flatMap(owner -> sets.find(new ObjectName(pod.name().namespace(), owner.name())))
                .ifPresent(set -> wake(queue, set));
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = deployments.find(key);
        if (found.isEmpty()) return Turn.SETTLED;
        var deployment = found.get();
        if (deployment.selector().isEmpty()) {
            events.warning(
                    deployment.about(),
                    "SelectingAll",
                    "This deployment is selecting all pods. A non-empty selector is required.");
            return Turn.SETTLED;
        }
        var controlled = sets.found(Indexes.BY_CONTROLLER, deployment.uid());
        var orphans = sets.found(Indexes.ORPHANS, key.namespace());
        var claim = Claim.decide(deployment, deployment.selector(), controlled, orphans, Workload::meta);
        var claimed = adoption.carryOut(deployment, claim, Workload::meta);
        if (!claimed.problem().isEmpty()) return new Turn.Failed(claimed.problem());
        var views = claimed.objects().stream().map(SetView::of).toList();
        var observed = new Observed(
                deployment,
                views,
                withPods(claimed.objects()),
                activePods(claimed.objects()),
                around.time().instant());
        return carryOut(deployment, DeploymentDecision.decide(observed, inPlace));
    }

    private Set<String> withPods(List<Workload> owned) {
        var uids = new HashSet<String>();
        for (var set : owned) {
            if (pods.found(Indexes.PODS_BY_CONTROLLER, set.uid()).stream().anyMatch(pod -> !pod.isTerminal())) {
                uids.add(set.uid());
            }
        }
        return uids;
    }

    private List<PodView> activePods(List<Workload> owned) {
        return owned.stream()
                .flatMap(set -> pods.found(Indexes.PODS_BY_CONTROLLER, set.uid()).stream())
                .filter(PodView::isActive)
                .toList();
    }

    private Turn carryOut(Workload deployment, Plan plan) {
        var status = plan.status();
        var current = deployment;
        var problem = "";
        for (var action : plan.actions()) {
            var outcome = perform(deployment, action, status);
            if (outcome instanceof Outcome.Done<ObjectNode>(var written) && action instanceof Action.NumberDeployment) {
                current = Workload.of(written);
            }
            if (outcome instanceof Outcome.Done<ObjectNode> || OwnedPods.isNamespaceGoing(outcome)) continue;
            problem = outcome.problem();
            break;
        }
        var unwritten = StatusWrite.ofChanged(around.client(), Kinds.DEPLOYMENTS, current, status);
        if (!problem.isEmpty()) return new Turn.Failed(problem);
        return unwritten.isEmpty() ? Turn.again(plan.again()) : new Turn.Failed(unwritten);
    }

    private Outcome<ObjectNode> perform(Workload deployment, Action action, ObjectNode status) {
        return switch (action) {
            case Action.CreateSet(var document, var replicas) -> create(deployment, document, replicas, status);
            case Action.ScaleSet(var set, var from, var document) -> {
                var outcome = around.client().update(Kinds.REPLICA_SETS, document);
                if (outcome instanceof Outcome.Done<ObjectNode> && from != set.wanted()) {
                    tellScaling(deployment, set.name(), from, set.wanted());
                }
                yield outcome;
            }
            case Action.UpdateSet(var document) -> around.client().update(Kinds.REPLICA_SETS, document);
            case Action.DeleteSet(var set) -> {
                var options =
                        new DeleteOptions(-1, set.set().uid(), set.set().meta().version(), "Background");
                yield around.client().delete(Kinds.REPLICA_SETS, set.set().name(), options);
            }
            case Action.ResizePod(var pod, var change) -> {
                change.putObject("metadata").put("uid", pod.uid());
                var outcome = around.client().patch(Kinds.PODS.sub("resize"), pod.name(), new Patch.Strategic(change));
                yield outcome instanceof Outcome.Refused<ObjectNode>(var why) && !why.isTemporary()
                        ? replace(deployment, pod, why.message())
                        : outcome;
            }
            case Action.ReplacePod(var pod, var why) -> replace(deployment, pod, why);
            case Action.NumberDeployment(var revision) -> {
                var change = Json.object();
                change.putObject("metadata")
                        .put("uid", deployment.uid())
                        .putObject("annotations")
                        .put(SetAnnotations.REVISION, revision);
                yield around.client().patch(Kinds.DEPLOYMENTS, deployment.name(), new Patch.Merge(change));
            }
        };
    }

    private Outcome<ObjectNode> create(Workload deployment, ObjectNode document, int replicas, ObjectNode status) {
        var name = ObjectName.of(document);
        var outcome = around.client().create(Kinds.REPLICA_SETS, document);
        if (outcome instanceof Outcome.Done<ObjectNode>) {
            if (replicas > 0) tellScaling(deployment, name.name(), 0, replicas);
            return outcome;
        }
        if (outcome instanceof Outcome.Conflict<ObjectNode>(var refusal) && refusal.alreadyExists()) {
            var there = around.client().get(Kinds.REPLICA_SETS, name);
            var mine = there.done()
                    .map(Workload::of)
                    .filter(set -> set.meta().isControlledBy(deployment.uid()))
                    .filter(set -> Templates.areSame(deployment.template(), set.template(), NewSet.HASH));
            // The cache has not shown it yet.
            if (mine.isPresent()) return there;
            status.put("collisionCount", deployment.reported("collisionCount") + 1);
            Conditions.remove(status, Progress.TYPE);
            Conditions.find(deployment.status(), Progress.TYPE)
                    .ifPresent(before -> status.withArray("/conditions").add(before.deepCopy()));
            return outcome;
        }
        if (OwnedPods.isNamespaceGoing(outcome)) return outcome;
        var message = "Failed to create new replica set \"" + name.name() + "\": " + outcome.problem();
        events.warning(deployment.about(), "ReplicaSetCreateError", message);
        if (Progress.hasDeadline(deployment)) {
            DeploymentStatus.say(
                    status,
                    new Said(Progress.TYPE, "False", "ReplicaSetCreateError", message),
                    around.time().instant());
        }
        return outcome;
    }

    private Outcome<ObjectNode> replace(Workload deployment, PodView pod, String why) {
        events.normal(
                deployment.about(),
                "ReplacingPod",
                "Pod " + pod.name().name() + " is replaced, because it cannot be resized in place: " + why);
        return around.client().delete(Kinds.PODS, pod.name(), new DeleteOptions(-1, pod.uid(), "", ""));
    }

    private void tellScaling(Workload deployment, String set, int from, int to) {
        var direction = to > from ? "up" : "down";
        events.normal(
                deployment.about(),
                "ScalingReplicaSet",
                "Scaled " + direction + " replica set " + set + " from " + from + " to " + to);
    }
}
