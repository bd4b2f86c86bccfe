package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.Admission;
import dev.plimsoll.core.topology.Pinning;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a pod may run here. */
public final class PodAdmission {
    private final NodeRules rules;
    private final Preemption preemption;
    private final @Nullable Pinning pinning;

    /**
     * For one node.
     *
     * @param pinning null where nothing is ever pinned
     */
    public PodAdmission(NodeRules rules, Preemption preemption, @Nullable Pinning pinning) {
        this.rules = rules;
        this.preemption = preemption;
        this.pinning = pinning;
    }

    /** The node's answer. */
    public sealed interface Answer {
        /**
         * It may run.
         *
         * @param pinned who has which CPUs and memory from now on
         */
        record Admitted(dev.plimsoll.core.topology.NodeState pinned) implements Answer {}

        record Refused(Refusal refusal) implements Answer {}

        /** A critical pod: these pods have to go first. */
        record AfterVictims(List<String> uids, String signal) implements Answer {}
    }

    /** First to refuse wins. The pod is looked at as allocated where it was let in before. */
    public Answer admit(NodeState state, PodRecord record) {
        var pod = record.allocatedPod();
        var refusal = rules.pressure(state, record, pod);
        if (refusal.isEmpty()) refusal = rules.sysctls(state, pod);
        if (refusal.isPresent()) return new Answer.Refused(refusal.get());
        var pinned = state.pinned();
        if (pinning != null) {
            switch (pinning.admit(pinned, pod)) {
                case Admission.Refused(var refused) -> {
                    return new Answer.Refused(Refusal.of(refused.reason(), refused.message()));
                }
                case Admission.Admitted admitted -> pinned = admitted.state();
            }
        }
        refusal = rules.predicates(state, record, pod);
        if (refusal.isPresent()) {
            var makesRoom = record.isCritical() && !refusal.get().shortages().isEmpty();
            return makesRoom ? afterVictims(state, record, refusal.get()) : new Answer.Refused(refusal.get());
        }
        Optional<Refusal> unable = rules.features(state, pod);
        return unable.isPresent() ? new Answer.Refused(unable.get()) : new Answer.Admitted(pinned);
    }

    private Answer afterVictims(NodeState state, PodRecord record, Refusal refusal) {
        return switch (preemption.victims(state, record, refusal.shortages())) {
            case Preemption.Choice.Victims(var uids) ->
                new Answer.AfterVictims(
                        uids, refusal.shortages().getFirst().resource().text());
            case Preemption.Choice.NotEnough(var missing) ->
                new Answer.Refused(Refusal.of(
                        "UnexpectedAdmissionError",
                        "Unexpected error while attempting to recover from admission failure: preemption: error finding a"
                                + " set of pods to preempt: no set of running pods found to reclaim resources: "
                                + missing));
        };
    }
}
