package dev.plimsoll.core.workloads.statefulset;

import dev.plimsoll.core.workloads.statefulset.StatefulSetDecision.Observed;

/** What a stateful set reports. */
public record StatefulSetStatus(
        int replicas,
        int readyReplicas,
        int availableReplicas,
        int currentReplicas,
        int updatedReplicas,
        String currentRevision,
        String updateRevision) {
    public static StatefulSetStatus of(Observed observed) {
        var spec = observed.spec();
        int replicas = 0;
        int ready = 0;
        int available = 0;
        int current = 0;
        int updated = 0;
        for (var pod : observed.pods()) {
            if (spec.ordinal(pod.name()).isEmpty()) continue;
            replicas++;
            if (pod.phase().equals("Running") && pod.isReady()) {
                ready++;
                if (pod.isAvailable(spec.minReadySeconds(), observed.now())) available++;
            }
            if (pod.meta().isBeingDeleted()) continue;
            var revision = StatefulSetDecision.revisionOf(pod);
            if (revision.equals(observed.current())) current++;
            if (revision.equals(observed.update())) updated++;
        }
        var wanted = spec.replicas();
        var done = !spec.updatesOnDelete() && updated == wanted && ready == wanted && replicas == wanted;
        return new StatefulSetStatus(
                replicas,
                ready,
                available,
                done ? updated : current,
                updated,
                done ? observed.update() : observed.current(),
                observed.update());
    }
}
