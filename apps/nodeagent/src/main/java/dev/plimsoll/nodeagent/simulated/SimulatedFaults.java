package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.resize.protocol.Act;
import java.time.Duration;
import java.util.Optional;

/** What goes wrong in a simulated runtime, and how long things take. */
public interface SimulatedFaults {
    SimulatedFaults NONE = new SimulatedFaults() {
        @Override
        public Duration latency(Act act) {
            return Duration.ZERO;
        }

        @Override
        public Optional<Failure> failure(Act act) {
            return Optional.empty();
        }
    };

    Duration latency(Act act);

    /** Why an act fails before it does anything; empty if it does not. */
    Optional<Failure> failure(Act act);

    /**
     * What went wrong.
     *
     * @param isUnimplemented whether the runtime claims to have no such call
     */
    record Failure(String error, boolean isUnimplemented) {}
}
