package dev.plimsoll.core.workloads.daemonset;

import dev.plimsoll.core.workloads.IntOrString;

/** What a daemon set asks for. */
public record DaemonSetSpec(
        DaemonPlacement.NodeRules nodeRules,
        int minReadySeconds,
        boolean updatesOnDelete,
        IntOrString maxSurge,
        IntOrString maxUnavailable) {
    /** How many nodes may have a new pod beside the old one. */
    int surge(int desired) {
        return maxSurge.roundedUp(desired).orElse(0);
    }

    /** How many nodes may have no pod that is available. */
    int unavailable(int desired) {
        var most = maxUnavailable.roundedUp(desired).orElse(1);
        return most == 0 && surge(desired) == 0 ? 1 : most;
    }
}
