package dev.plimsoll.core.resize;

import dev.plimsoll.core.resize.actuation.Grace;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodTermination;
import dev.plimsoll.core.resize.state.Stage;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a pod with {@code activeDeadlineSeconds} has been on its node for long enough. It counts from {@code status.startTime}. */
final class PodDeadline {
    private static final String REASON = "DeadlineExceeded";
    private static final String MESSAGE = "Pod was active on the node longer than the specified deadline";

    private PodDeadline() {}

    /** Null where nothing ends the pod, or its end has begun. */
    static @Nullable Instant of(PodRecord record) {
        var placement = record.pod().spec().placement();
        if (record.stage() != Stage.ADMITTED || !placement.isTerminating()) return null;
        try {
            return record.since().plusSeconds(placement.activeDeadlineSeconds());
        } catch (DateTimeException | ArithmeticException _) {
            return null; // further away than time goes
        }
    }

    /** Ends a pod whose time is over. Its containers have the grace period of the pod. */
    static void enforce(StepBuilder step, PodRecord record) {
        var deadline = of(record);
        if (deadline == null || step.now().isBefore(deadline)) return;
        step.event(record, false, REASON, MESSAGE);
        ResizeDecisions.terminate(
                step,
                record,
                new PodTermination(
                        "Failed", REASON, MESSAGE, "", Grace.of(record.pod().spec(), Duration.ZERO)));
    }
}
