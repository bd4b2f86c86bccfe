package dev.plimsoll.core.prediction;

import dev.plimsoll.core.prediction.workload.RequestedPod;
import java.time.Instant;

/** Makes pods as controllers do, and asks admission about them. The same request always has the same answer in the same place of a run. */
public interface PodFactory {
    /** What became of a request. */
    sealed interface Creation {
        record Made(PredictedPod pod) implements Creation {}

        /** Admission refused it. */
        record Refused(String why) implements Creation {}
    }

    Creation create(RequestedPod request, Instant now);

    /** A pod is gone, and with it what it took of quotas. */
    void removed(PredictedPod pod);
}
