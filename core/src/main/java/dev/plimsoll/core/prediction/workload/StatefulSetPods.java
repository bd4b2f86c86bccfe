package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A StatefulSet. */
final class StatefulSetPods implements PredictedWorkload {
    private WorkloadSpec.OfStatefulSet set;

    StatefulSetPods(WorkloadSpec.OfStatefulSet set) {
        this.set = set;
    }

    @Override
    public String id() {
        return set.id();
    }

    @Override
    public Collection<String> controllers() {
        return Set.of(set.uid());
    }

    @Override
    public int wanted() {
        return set.spec().replicas();
    }

    @Override
    public int minReadySeconds() {
        return set.spec().minReadySeconds();
    }

    @Override
    public boolean scale(int replicas) {
        set = new WorkloadSpec.OfStatefulSet(
                set.id(), set.uid(), set.spec().withReplicas(replicas), set.current(), set.update());
        return true;
    }

    @Override
    public Optional<RequestedPod> replacement(ControlledPod lost) {
        return Optional.of(new RequestedPod(set.id(), set.uid(), set.update(), lost.name(), "", ""));
    }

    @Override
    public List<WorkloadStep> reconcile(WorkloadContext context) {
        var observed = new StatefulSetDecision.Observed(
                set.spec(), context.podsOf(set.uid()), set.current(), set.update(), Set.of(), context.now());
        var steps = new ArrayList<WorkloadStep>();
        for (var step : StatefulSetDecision.decide(observed)) {
            steps.add(
                    switch (step) {
                        case StatefulSetDecision.Step.Create(var ordinal, var revision) ->
                            new WorkloadStep.Create(new RequestedPod(
                                    set.id(), set.uid(), revision, set.spec().podName(ordinal), "", ""));
                        case StatefulSetDecision.Step.Delete(var pod) ->
                            new WorkloadStep.Delete(pod.uid(), isWanted(pod.name()));
                    });
        }
        return steps;
    }

    private boolean isWanted(String pod) {
        var ordinal = set.spec().ordinal(pod);
        var first = set.spec().firstOrdinal();
        return ordinal.isPresent()
                && ordinal.getAsInt() >= first
                && ordinal.getAsInt() < first + set.spec().replicas();
    }
}
