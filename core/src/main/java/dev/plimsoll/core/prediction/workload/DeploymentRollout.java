package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.core.workloads.deployment.Action;
import dev.plimsoll.core.workloads.deployment.DeploymentDecision;
import dev.plimsoll.core.workloads.deployment.DeploymentSpec;
import dev.plimsoll.core.workloads.deployment.DeploymentStatus;
import dev.plimsoll.core.workloads.deployment.InPlace;
import dev.plimsoll.core.workloads.deployment.ObservedDeployment;
import dev.plimsoll.core.workloads.deployment.OwnedReplicaSet;
import dev.plimsoll.core.workloads.deployment.SetAnnotations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Deployment with its replica sets: each reconcile goes as far as it can before pods have to change. */
final class DeploymentRollout implements PredictedWorkload {
    /** More writes than any deployment needs between two changes of its pods. */
    private static final int MOST_WRITES = 1_000;

    private static final InPlace IN_PLACE = InPlace.under(FeatureGates.DEFAULT);

    private final String id;
    private DeploymentSpec spec;
    private DeploymentStatus status;
    private final List<OwnedReplicaSet> sets;

    DeploymentRollout(WorkloadSpec.OfDeployment start) {
        this.id = start.id();
        this.spec = start.spec();
        this.status = start.status();
        this.sets = new ArrayList<>(start.sets());
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Collection<String> controllers() {
        return sets.stream().map(OwnedReplicaSet::uid).toList();
    }

    @Override
    public int wanted() {
        return spec.replicas();
    }

    @Override
    public int minReadySeconds() {
        return spec.minReadySeconds();
    }

    @Override
    public boolean scale(int replicas) {
        spec = sized(spec.meta(), replicas);
        return true;
    }

    @Override
    public Optional<RequestedPod> replacement(ControlledPod lost) {
        var controller = lost.meta().controller().map(OwnerReference::uid).orElse("");
        return sets.stream()
                .filter(set -> set.uid().equals(controller))
                .findFirst()
                .map(set -> new RequestedPod(id, set.uid(), set.name(), lost.name(), "", ""));
    }

    @Override
    public List<WorkloadStep> reconcile(WorkloadContext context) {
        sets.replaceAll(set -> counted(set, context));
        for (var writes = 0; writes < MOST_WRITES; writes++) {
            var plan = DeploymentDecision.decide(observed(context), IN_PLACE);
            status = plan.status();
            if (plan.actions().isEmpty()) break;
            for (var action : plan.actions()) write(action, context);
        }
        var all =
                sets.stream().flatMap(set -> context.podsOf(set.uid()).stream()).toList();
        var siblings = ReplicaSetPods.byNode(all);
        var steps = new ArrayList<WorkloadStep>();
        for (var set : sets) {
            var sized = new ReplicaSetPods.Sized(id, set.uid(), set.name(), set.wanted());
            var isOld = !set.template().isSame(spec.template());
            steps.addAll(ReplicaSetPods.scale(sized, context.podsOf(set.uid()), siblings, isOld, context));
        }
        return steps;
    }

    private ObservedDeployment observed(WorkloadContext context) {
        var withPods = new HashSet<String>();
        var active = new ArrayList<ControlledPod>();
        for (var set : sets) {
            for (var pod : context.podsOf(set.uid())) {
                if (!pod.isTerminal()) withPods.add(set.uid());
                if (pod.isActive()) active.add(pod);
            }
        }
        return new ObservedDeployment(spec, status, sets, withPods, active, context.now());
    }

    private void write(Action action, WorkloadContext context) {
        switch (action) {
            case Action.CreateSet(var name, var replicas, var annotations) ->
                sets.add(created(name, replicas, annotations, context));
            case Action.ScaleSet scale -> {
                var annotations = new HashMap<>(scale.set().meta().annotations());
                annotations.putAll(scale.annotations());
                replace(scale.set(), annotations, scale.set().minReadySeconds());
            }
            case Action.UpdateSet(var set, var annotations, var minReady) -> replace(set, annotations, minReady);
            case Action.DeleteSet(var set) -> sets.removeIf(each -> each.uid().equals(set.uid()));
            case Action.NumberDeployment(var revision) -> number(revision);
            case Action.KeepHistory _, Action.ResizeSet _, Action.ResizePod _, Action.ReplacePod _ ->
                throw new IllegalStateException("deployments are not resized in place here: " + action);
        }
    }

    private OwnedReplicaSet created(
            String name, int replicas, Map<String, String> annotations, WorkloadContext context) {
        var owner = new OwnerReference(
                "apps/v1", "Deployment", spec.meta().name(), spec.meta().uid(), true, true);
        var meta = new ObjectMetadata(
                spec.meta().namespace(),
                name,
                "new:" + spec.meta().namespace() + "/" + name,
                "",
                1,
                context.now(),
                false,
                Map.of(),
                annotations,
                List.of(owner),
                List.of());
        return new OwnedReplicaSet(
                meta, spec.template(), replicas, spec.minReadySeconds(), 0, 0, 0, 0, 1, Conditions.NONE);
    }

    private void replace(OwnedReplicaSet set, Map<String, String> annotations, int minReadySeconds) {
        var changed = new OwnedReplicaSet(
                annotated(set.meta(), annotations),
                set.template(),
                set.wanted(),
                minReadySeconds,
                set.actual(),
                set.ready(),
                set.available(),
                set.terminating(),
                set.observedGeneration(),
                set.conditions());
        sets.replaceAll(each -> each.uid().equals(set.uid()) ? changed : each);
    }

    private void number(String revision) {
        var annotations = new HashMap<>(spec.meta().annotations());
        annotations.put(SetAnnotations.REVISION, revision);
        spec = sized(annotated(spec.meta(), annotations), spec.replicas());
    }

    private DeploymentSpec sized(ObjectMetadata meta, int replicas) {
        return new DeploymentSpec(
                meta,
                spec.template(),
                spec.newSetName(),
                replicas,
                spec.isPaused(),
                spec.recreates(),
                spec.maxSurge(),
                spec.maxUnavailable(),
                spec.minReadySeconds(),
                spec.progressDeadlineSecondsOrNull(),
                spec.revisionHistoryLimit());
    }

    private static ObjectMetadata annotated(ObjectMetadata meta, Map<String, String> annotations) {
        return new ObjectMetadata(
                meta.namespace(),
                meta.name(),
                meta.uid(),
                meta.version(),
                meta.generation(),
                meta.created(),
                meta.isBeingDeleted(),
                meta.labels(),
                annotations,
                meta.owners(),
                meta.finalizers());
    }

    /** As its controller would report it by now. */
    private static OwnedReplicaSet counted(OwnedReplicaSet set, WorkloadContext context) {
        var active = 0;
        var ready = 0;
        var available = 0;
        for (var pod : context.podsOf(set.uid())) {
            if (!pod.isActive()) continue;
            active++;
            if (pod.isReady()) ready++;
            if (pod.isAvailable(set.minReadySeconds(), context.now())) available++;
        }
        return new OwnedReplicaSet(
                set.meta(),
                set.template(),
                set.wanted(),
                set.minReadySeconds(),
                active,
                ready,
                available,
                0,
                Math.max(set.observedGeneration(), set.meta().generation()),
                set.conditions());
    }
}
