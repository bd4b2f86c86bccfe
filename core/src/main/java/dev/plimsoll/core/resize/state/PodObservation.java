package dev.plimsoll.core.resize.state;

import dev.plimsoll.core.resize.resources.Actual;

/**
 * What the runtime says of one pod. Texts are empty where there is no sandbox.
 *
 * @param isReady whether the sandbox can take containers
 */
public record PodObservation(String sandboxId, boolean isReady, String podIp, Actual actual) {
    public static final PodObservation NOTHING = new PodObservation("", false, "", Actual.NOTHING);

    public boolean hasSandbox() {
        return !sandboxId.isEmpty();
    }

    public PodObservation withActual(Actual changed) {
        return new PodObservation(sandboxId, isReady, podIp, changed);
    }
}
