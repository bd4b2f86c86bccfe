package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.nodeagent.simulated.behaviour.UsageProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What is brought about in a simulated runtime: what goes wrong, how long things take, and what containers use. */
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

    /**
     * What a container uses from now on, until it ends or its node's process does.
     *
     * @param cpuOrNull null to leave it as it is
     * @param memoryOrNull null to leave it as it is
     */
    record UsageChange(
            @Nullable UsageProfile cpuOrNull, @Nullable UsageProfile memoryOrNull) {
        /** Whether there is such a container, and it runs. */
        public boolean apply(SimulatedRuntime runtime, String podUid, String container) {
            var isDone = new AtomicBoolean();
            runtime.eachPod((uid, pod) -> {
                var found = uid.equals(podUid) ? pod.containers.get(container) : null;
                if (found == null || !found.isRunning()) return;
                var now = runtime.now();
                var age = found.age(now);
                found.use(
                        before -> before.using(
                                cpuOrNull == null ? before.cpu() : new UsageProfile.Later(age, cpuOrNull),
                                memoryOrNull == null ? before.memory() : new UsageProfile.Later(age, memoryOrNull)),
                        now);
                isDone.set(true);
            });
            return isDone.get();
        }
    }
}
