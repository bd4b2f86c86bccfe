package dev.plimsoll.core.workloads.daemonset;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.daemonset.DaemonSetDecision.Observed;
import java.util.List;
import java.util.stream.Collectors;

/** What a daemon set reports. */
public record DaemonSetStatus(
        int desiredNumberScheduled,
        int currentNumberScheduled,
        int numberMisscheduled,
        int numberReady,
        int updatedNumberScheduled,
        int numberAvailable) {
    public static DaemonSetStatus of(Observed observed) {
        var minReady = observed.spec().minReadySeconds();
        var byNode = observed.pods().stream()
                .filter(ControlledPod::isActive)
                .collect(Collectors.groupingBy(ControlledPod::anyNode));
        int desired = 0;
        int current = 0;
        int misscheduled = 0;
        int ready = 0;
        int updated = 0;
        int available = 0;
        for (var node : observed.nodes()) {
            var here = byNode.getOrDefault(node.name(), List.of());
            if (!DaemonPlacement.of(observed.spec().nodeRules(), node).starts()) {
                if (!here.isEmpty()) misscheduled++;
                continue;
            }
            desired++;
            if (here.isEmpty()) continue;
            current++;
            if (here.stream().anyMatch(ControlledPod::isReady)) ready++;
            if (here.stream().anyMatch(pod -> pod.isAvailable(minReady, observed.now()))) available++;
            if (here.stream().anyMatch(observed::isCurrent)) updated++;
        }
        return new DaemonSetStatus(desired, current, misscheduled, ready, updated, available);
    }

    public int numberUnavailable() {
        return desiredNumberScheduled - numberAvailable;
    }
}
