package dev.plimsoll.core.resize;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.admission.HeldRequests;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The pods of a node as the API tells of them, for those who cannot ask the node itself. What pods hold is as the node counts it. */
public final class ReportedState {
    private final NodeMachine machine;
    private final HeldRequests held;

    private ReportedState(NodeMachine machine, HeldRequests held) {
        this.machine = machine;
        this.held = held;
    }

    public static ReportedState under(FeatureGates gates) {
        return new ReportedState(NodeMachine.under(gates, null), HeldRequests.under(gates));
    }

    /** Pods that have ended are left out. */
    public NodeState of(String node, List<Pod> pods) {
        return of(NodeFacts.of(node, ResourceAmounts.EMPTY), pods);
    }

    /** The same with what the node has, so that a {@link NodeMachine} can go on from it. */
    public NodeState of(NodeFacts facts, List<Pod> pods) {
        var state = machine.initial(facts).withSourcesReady();
        for (var pod : pods) {
            if (!pod.status().isTerminal()) state = state.with(record(pod));
        }
        return state;
    }

    private PodRecord record(Pod pod) {
        var draft = PodRecordDraft.heardOf(pod, PodSource.API, Instant.EPOCH).edit();
        draft.stage = Stage.ADMITTED;
        draft.allocated = RecordRebuild.allocated(pod);
        draft.conditions = RecordRebuild.conditions(pod.status(), Instant.EPOCH);
        var status = pod.status();
        var actuated = Actuated.NOTHING;
        if (status.resources().isDeclared()) actuated = actuated.withPodLevel(status.resources());
        var actual = Actual.NOTHING;
        for (var container : Stream.concat(status.initContainerStatuses().stream(), status.containerStatuses().stream())
                .toList()) {
            if (!container.running() || !container.resources().isDeclared()) continue;
            actuated = actuated.with(container.name(), container.resources());
            actual = actual.with(container.name(), ContainerInstance.running(container.name(), 0, Instant.EPOCH, null));
        }
        draft.actuated = actuated;
        draft.observed = new PodObservation("", false, "", actual);
        var record = draft.done();
        draft.held = held.of(record);
        return draft.done();
    }
}
