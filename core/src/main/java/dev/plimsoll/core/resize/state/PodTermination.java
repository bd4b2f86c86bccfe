package dev.plimsoll.core.resize.state;

import java.time.Duration;

/**
 * Why and how a pod is brought to its end.
 *
 * @param phase the phase that it ends in; empty where its containers decide
 * @param reason the one word in its status; empty where it was deleted
 * @param disruption the message of the condition DisruptionTarget; empty where there is none
 */
public record PodTermination(String phase, String reason, String message, String disruption, Duration grace) {
    public static PodTermination deleted(Duration grace) {
        return new PodTermination("", "", "", "", grace);
    }

    public PodTermination withPhase(String changed) {
        return new PodTermination(changed, reason, message, disruption, grace);
    }

    /** Its containers have ended by themselves and will not be started again. */
    public static PodTermination completed() {
        return new PodTermination("", "", "", "", Duration.ZERO);
    }
}
