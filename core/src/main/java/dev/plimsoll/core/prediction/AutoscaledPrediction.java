package dev.plimsoll.core.prediction;

import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.prediction.autoscaling.AutoscaledCluster;
import dev.plimsoll.core.prediction.workload.PredictedWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A run as autoscalers see it and act on it. */
final class AutoscaledPrediction implements AutoscaledCluster {
    private static final String SINGLE = "Pod ";

    private final Prediction prediction;
    private final Map<String, PredictedWorkload> workloads = new HashMap<>();

    AutoscaledPrediction(Prediction prediction, List<PredictedWorkload> all) {
        this.prediction = prediction;
        for (var workload : all) workloads.put(workload.id(), workload);
    }

    /** Of the workload of a pod, or of the pod itself where it stands alone. */
    static String id(String workload, PredictedPod pod) {
        return workload.isEmpty() ? SINGLE + pod.qualifiedName() : workload;
    }

    @Override
    public List<ClusterPod> pods(String workload) {
        var found = new ArrayList<PredictedPod>();
        var known = workloads.get(workload);
        if (known != null) {
            for (var controller : known.controllers())
                found.addAll(prediction.cluster().of(controller));
        } else if (workload.startsWith(SINGLE)) {
            var name = workload.substring(SINGLE.length());
            for (var pod : prediction.cluster().in(name.substring(0, name.indexOf('/'))))
                if (pod.qualifiedName().equals(name)) found.add(pod);
        }
        return found.stream()
                .filter(pod -> !pod.controlled().isTerminal())
                .sorted(Comparator.comparing(PredictedPod::qualifiedName))
                .map(AutoscaledPrediction::seen)
                .toList();
    }

    private static ClusterPod seen(PredictedPod pod) {
        var isRunning = !pod.node().isEmpty();
        var ready = pod.controlled().readySince();
        var created = pod.controlled().meta().created();
        return new ClusterPod(pod.pod(), isRunning, isRunning && ready.isAfter(created) ? ready : created);
    }

    @Override
    public int wanted(String workload) {
        var known = workloads.get(workload);
        return known == null ? -1 : known.wanted();
    }

    @Override
    public boolean scale(String workload, int replicas) {
        var known = workloads.get(workload);
        if (known == null || !known.scale(replicas)) return false;
        prediction.resized(known);
        return true;
    }

    @Override
    public Resized resize(String uid, PodSpec changed) {
        var fate = prediction.resizeNow(uid, changed);
        var state = switch (fate.verdict()) {
            case DONE -> ResizeState.NONE;
            case DEFERRED -> ResizeState.DEFERRED;
            case INFEASIBLE -> ResizeState.INFEASIBLE;
            case REFUSED -> ResizeState.ERROR;
        };
        return new Resized(state, fate.message(), fate.restarted().size());
    }

    @Override
    public String evict(String uid, String by) {
        return prediction.evict(uid, by);
    }

    @Override
    public void settle(Instant now) {
        prediction.settle(now);
    }

    @Override
    public Collection<String> changed() {
        return prediction.cluster().takeTouched();
    }
}
