package dev.plimsoll.testkit.cluster;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.nodeagent.simulated.SimulatedFaults;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Something that goes wrong in the runtime of a node: {@link TestCluster#inject(String, NodeFault...)}. */
public sealed interface NodeFault {
    /** Every call of the runtime takes so much longer. */
    static NodeFault slow(Duration latency) {
        return new Slow(latency);
    }

    /** The runtime refuses to resize any pod. */
    static NodeFault veto(String reason) {
        return new Veto(reason);
    }

    /** The runtime fails to change any container. */
    static NodeFault fail(String error) {
        return new Fail(error);
    }

    /** {@link #slow} */
    record Slow(Duration latency) implements NodeFault {}

    /** {@link #veto} */
    record Veto(String reason) implements NodeFault {}

    /** {@link #fail} */
    record Fail(String error) implements NodeFault {}

    /** Latencies add up; of failures the one that was injected first is told. */
    static SimulatedFaults together(List<NodeFault> faults) {
        return new SimulatedFaults() {
            @Override
            public Duration latency(Act act) {
                var total = Duration.ZERO;
                for (var fault : faults) if (fault instanceof Slow(var latency)) total = total.plus(latency);
                return total;
            }

            @Override
            public Optional<Failure> failure(Act act) {
                return faults.stream()
                        .filter(fault -> fault.fails(act))
                        .findFirst()
                        .map(fault -> new Failure(fault.text(), false));
            }
        };
    }

    private boolean fails(Act act) {
        return switch (this) {
            case Slow _ -> false;
            case Veto _ -> act instanceof Act.UpdatePodSandbox;
            case Fail _ -> act instanceof Act.UpdateContainer;
        };
    }

    private String text() {
        return switch (this) {
            case Slow _ -> "";
            case Veto(var reason) -> reason;
            case Fail(var error) -> error;
        };
    }
}
