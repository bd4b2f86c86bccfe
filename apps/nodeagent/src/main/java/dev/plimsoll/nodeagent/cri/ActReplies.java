package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.MemoryUsage;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import java.time.InstantSource;
import java.util.function.Function;

/** What the answers of a runtime are to the machine of the node. */
record ActReplies(InstantSource clock) {
    /** The machine looks at the pod itself once a resize is through. */
    NodeEvent.Outcome done(Act act, CriReply<Done> answer) {
        return outcome(act, answer, _ -> new NodeEvent.Done(clock.instant(), act.uid(), act.ticket(), null));
    }

    NodeEvent.Outcome observed(Act act, CriReply<PodObservation> answer) {
        return outcome(act, answer, observed -> new NodeEvent.Done(clock.instant(), act.uid(), act.ticket(), observed));
    }

    NodeEvent.Outcome measured(Act act, CriReply<MemoryUsage> answer) {
        return outcome(act, answer, memory -> new NodeEvent.Measured(clock.instant(), act.uid(), act.ticket(), memory));
    }

    private <T> NodeEvent.Outcome outcome(Act act, CriReply<T> answer, Function<T, NodeEvent.Outcome> event) {
        return switch (answer) {
            case CriReply.Ok<T>(var value) -> event.apply(value);
            case CriReply.Failed<T>(var code, var message) ->
                new NodeEvent.Failed(
                        clock.instant(), act.uid(), act.ticket(), message, code == CriReply.Code.UNIMPLEMENTED);
        };
    }
}
