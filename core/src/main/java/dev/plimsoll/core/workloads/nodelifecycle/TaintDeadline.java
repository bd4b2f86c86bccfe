package dev.plimsoll.core.workloads.nodelifecycle;

import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.workloads.NodeTaint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When a pod must leave a node because of its NoExecute taints: at once if it does not tolerate one of them, otherwise as long
 * after they came as the shortest of its tolerations allows.
 */
public final class TaintDeadline {
    private TaintDeadline() {}

    /**
     * Decides; empty for never.
     *
     * @param firstSeen counts for taints that do not say when they were added
     */
    public static Optional<Instant> of(List<NodeTaint> taints, List<Toleration> tolerations, Instant firstSeen) {
        Instant deadline = null;
        for (var each : taints) {
            var taint = each.taint();
            if (!taint.effect().equals(Taint.NO_EXECUTE)) continue;
            var tolerating = tolerations.stream().filter(taint::isToleratedBy).toList();
            if (tolerating.isEmpty()) return Optional.of(Instant.EPOCH);
            var seconds = tolerating.stream()
                    .mapToLong(Toleration::tolerationSeconds)
                    .filter(value -> value != PodPlacement.UNSET)
                    .map(value -> Math.max(0, value))
                    .min();
            if (seconds.isEmpty()) continue;
            var since = each.added().equals(Instant.EPOCH) ? firstSeen : each.added();
            var end = since.plusSeconds(seconds.getAsLong());
            if (deadline == null || end.isBefore(deadline)) deadline = end;
        }
        return Optional.ofNullable(deadline);
    }
}
