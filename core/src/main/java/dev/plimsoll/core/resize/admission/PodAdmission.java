package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.protocol.MetricChange;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.ManagerMetrics;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a pod may run here. */
public final class PodAdmission {
    private final NodeAdmissionRules rules;
    private final CriticalPodPreemption preemption;
    private final @Nullable ResourceManagers resourceManagers;

    /**
     * For one node.
     *
     * @param resourceManagers null where nothing is ever pinned
     */
    public PodAdmission(
            NodeAdmissionRules rules, CriticalPodPreemption preemption, @Nullable ResourceManagers resourceManagers) {
        this.rules = rules;
        this.preemption = preemption;
        this.resourceManagers = resourceManagers;
    }

    /** The node's answer. */
    public sealed interface Answer {
        /**
         * It may run.
         *
         * @param pinned who has which CPUs and memory from now on
         */
        record Admitted(dev.plimsoll.core.topology.state.ManagersState pinned) implements Answer {}

        record Refused(AdmissionRefusal refusal) implements Answer {}

        /** These pods have to go first: victims of a critical pod, or none but those that are going already. */
        record AfterVictims(List<String> uids, String signal) implements Answer {}
    }

    /** The answer, and what deciding adds to metrics. */
    public record Decision(Answer answer, List<MetricChange> metrics) {
        public Decision {
            metrics = List.copyOf(metrics);
        }
    }

    /**
     * First to refuse wins. The pod is looked at as allocated where it was let in before.
     *
     * @param isSettled whether it runs and keeps the CPUs and memory that it has for itself
     */
    public Decision admit(NodeState state, PodRecord record, boolean isSettled) {
        var pod = record.allocatedPod();
        var refusal = rules.pressure(state, record, pod);
        if (refusal.isEmpty()) refusal = rules.sysctls(state, pod);
        if (refusal.isPresent()) return new Decision(new Answer.Refused(refusal.get()), List.of());
        var metrics = new ArrayList<MetricChange>();
        metrics.add(MetricChange.add(ManagerMetrics.TOPOLOGY_REQUESTS));
        metrics.add(MetricChange.stepMillis(ManagerMetrics.TOPOLOGY_DURATION));
        var answer = place(state, record, pod, isSettled, metrics);
        return new Decision(answer, metrics);
    }

    private Answer place(NodeState state, PodRecord record, Pod pod, boolean isSettled, List<MetricChange> metrics) {
        var pinned = state.pinned();
        if (resourceManagers != null) {
            switch (placed(resourceManagers, pinned, pod, isSettled, metrics)) {
                case TopologyAdmission.Refused(var refused) -> {
                    return isPlacedWithoutRemoved(resourceManagers, state, pod)
                            ? new Answer.AfterVictims(List.of(), ResourceName.CPU.text())
                            : new Answer.Refused(AdmissionRefusal.of(refused.reason(), refused.message()));
                }
                case TopologyAdmission.Admitted admitted -> pinned = admitted.state();
            }
        }
        var refusal = rules.admissionPredicates(state, record, pod);
        if (refusal.isPresent()) {
            var shortages = refusal.get().shortages();
            // Whoever sent the pod here could not know that they are not gone yet.
            if (!shortages.isEmpty() && rules.isMadeRoomFor(state, record, pod)) {
                return new Answer.AfterVictims(
                        List.of(), shortages.getFirst().resource().text());
            }
            var makesRoom = record.isCritical() && !shortages.isEmpty();
            return makesRoom ? afterVictims(state, record, refusal.get()) : new Answer.Refused(refusal.get());
        }
        Optional<AdmissionRefusal> unable = rules.features(state, record, pod);
        return unable.isPresent() ? new Answer.Refused(unable.get()) : new Answer.Admitted(pinned);
    }

    /** Whether CPUs and memory would do if those pods were gone that nobody outside of the node knows of any more. */
    private static boolean isPlacedWithoutRemoved(ResourceManagers resourceManagers, NodeState state, Pod pod) {
        var staying = state.pinned();
        for (var uid : state.pinned().uids()) {
            var holder = state.pod(uid);
            var isRemoved = holder == null ? state.found().contains(uid) : holder.removed();
            if (isRemoved) staying = resourceManagers.remove(staying, uid);
        }
        return !staying.equals(state.pinned())
                && resourceManagers.admitCounted(staying, pod).admission() instanceof TopologyAdmission.Admitted;
    }

    private static TopologyAdmission placed(
            ResourceManagers resourceManagers,
            dev.plimsoll.core.topology.state.ManagersState pinned,
            Pod pod,
            boolean isSettled,
            List<MetricChange> metrics) {
        if (isSettled) return resourceManagers.keep(pinned, pod);
        var counted = resourceManagers.admitCounted(pinned, pod);
        for (var count : counted.counts()) {
            metrics.add(MetricChange.add(count.name(), count.labels().toArray(String[]::new)));
        }
        return counted.admission();
    }

    private Answer afterVictims(NodeState state, PodRecord record, AdmissionRefusal refusal) {
        return switch (preemption.victims(state, record, refusal.shortages())) {
            case CriticalPodPreemption.Choice.Victims(var uids) ->
                new Answer.AfterVictims(
                        uids, refusal.shortages().getFirst().resource().text());
            case CriticalPodPreemption.Choice.NotEnough(var missing) ->
                new Answer.Refused(AdmissionRefusal.of(
                        "UnexpectedAdmissionError",
                        "Unexpected error while attempting to recover from admission failure: preemption: error finding a"
                                + " set of pods to preempt: no set of running pods found to reclaim resources: "
                                + missing));
        };
    }
}
