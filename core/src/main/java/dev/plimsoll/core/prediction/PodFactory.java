package dev.plimsoll.core.prediction;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.prediction.workload.RequestedPod;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes pods as controllers do, and asks admission about them. The same request always has the same answer in the same place of a run. */
public interface PodFactory {
    /** What became of a request. */
    sealed interface Creation {
        record Made(PredictedPod pod) implements Creation {}

        /** Admission refused it. */
        record Refused(String why) implements Creation {}
    }

    /**
     * Makes a pod.
     *
     * @param webhook what an autoscaler makes of the pod before it is admitted
     */
    Creation create(RequestedPod request, UnaryOperator<PodSpec> webhook, Instant now);

    /** The same pod without charging any quota: how large it would be. Empty where admission refuses it. */
    Optional<PredictedPod> preview(RequestedPod request);

    /** Charges quotas with other resources of a pod that runs; empty where they fit, otherwise why they do not. */
    String resize(Pod stored, Pod desired, Instant now);

    /** A pod is gone, and with it what it took of quotas. */
    void removed(PredictedPod pod);
}
