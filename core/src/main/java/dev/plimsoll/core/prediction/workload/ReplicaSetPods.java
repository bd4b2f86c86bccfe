package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.replicaset.ReplicaSetDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A ReplicaSet or ReplicationController that belongs to nobody. */
final class ReplicaSetPods implements PredictedWorkload {
    private WorkloadSpec.OfReplicaSet spec;

    ReplicaSetPods(WorkloadSpec.OfReplicaSet spec) {
        this.spec = spec;
    }

    @Override
    public String id() {
        return spec.id();
    }

    @Override
    public Collection<String> controllers() {
        return Set.of(spec.meta().uid());
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
        spec = new WorkloadSpec.OfReplicaSet(spec.id(), spec.meta(), replicas, spec.minReadySeconds());
        return true;
    }

    @Override
    public Optional<RequestedPod> replacement(ControlledPod lost) {
        return Optional.of(
                new RequestedPod(spec.id(), spec.meta().uid(), spec.meta().name(), lost.name(), "", ""));
    }

    @Override
    public List<WorkloadStep> reconcile(WorkloadContext context) {
        var pods = context.podsOf(spec.meta().uid());
        var set = new Sized(spec.id(), spec.meta().uid(), spec.meta().name(), spec.replicas());
        return scale(set, pods, byNode(pods), false, context);
    }

    /** A set and the number of pods that it is to have. */
    record Sized(String workload, String uid, String name, int replicas) {}

    static Map<String, Integer> byNode(List<ControlledPod> pods) {
        var counts = new HashMap<String, Integer>();
        for (var pod : pods) {
            if (pod.isActive() && !pod.node().isEmpty()) counts.merge(pod.node(), 1, Integer::sum);
        }
        return counts;
    }

    /** @param isUpdate whether pods that go make way for those of another set */
    static List<WorkloadStep> scale(
            Sized set,
            List<ControlledPod> pods,
            Map<String, Integer> siblings,
            boolean isUpdate,
            WorkloadContext context) {
        return switch (ReplicaSetDecision.decide(set.replicas(), pods, siblings, context.now())) {
            case ReplicaSetDecision.Enough(), ReplicaSetDecision.Wait _ -> List.of();
            case ReplicaSetDecision.Create(var count) -> {
                var steps = new ArrayList<WorkloadStep>();
                for (var i = 0; i < count; i++) {
                    steps.add(new WorkloadStep.Create(new RequestedPod(
                            set.workload(), set.uid(), set.name(), context.newName(set.name()), "", "")));
                }
                yield steps;
            }
            case ReplicaSetDecision.Delete(var surplus) ->
                surplus.stream()
                        .<WorkloadStep>map(pod -> new WorkloadStep.Delete(pod.uid(), isUpdate))
                        .toList();
        };
    }
}
