package dev.plimsoll.core.prediction.workload;

import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A DaemonSet. */
final class DaemonSetPods implements PredictedWorkload {
    private final WorkloadSpec.OfDaemonSet set;

    DaemonSetPods(WorkloadSpec.OfDaemonSet set) {
        this.set = set;
    }

    @Override
    public String id() {
        return set.id();
    }

    @Override
    public Collection<String> controllers() {
        return Set.of(set.meta().uid());
    }

    @Override
    public int wanted() {
        return -1;
    }

    @Override
    public int minReadySeconds() {
        return set.spec().minReadySeconds();
    }

    @Override
    public boolean scale(int replicas) {
        return false;
    }

    @Override
    public List<WorkloadStep> reconcile(WorkloadContext context) {
        var uid = set.meta().uid();
        var pods = context.podsOf(uid);
        // A node that has refused a pod would refuse the next.
        var resting = pods.stream()
                .filter(pod -> pod.ending().isRefusal())
                .map(pod -> pod.anyNode())
                .collect(Collectors.toSet());
        var plan = DaemonSetDecision.decide(
                new DaemonSetDecision.Observed(set.spec(), pods, context.nodes(), set.hash(), resting, context.now()));
        var steps = new ArrayList<WorkloadStep>();
        for (var pod : plan.delete()) steps.add(new WorkloadStep.Delete(pod.uid(), true));
        for (var node : plan.createOn()) {
            steps.add(new WorkloadStep.Create(new RequestedPod(
                    set.id(), uid, set.hash(), context.newName(set.meta().name() + "-" + node), node, "")));
        }
        return steps;
    }
}
