package dev.plimsoll.controllers.nodes;

import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Tolerations;
import dev.plimsoll.core.model.PodDetails.Toleration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When a pod must leave a node because of its NoExecute taints: at once if it does not tolerate one of them, otherwise as long
 * after they came as the shortest of its tolerations allows.
 */
final class TaintDeadline {
    private TaintDeadline() {}

    /**
     * Decides; empty for never.
     *
     * @param firstSeen counts for taints that do not say when they were added
     */
    static Optional<Instant> of(List<Taint> taints, List<Toleration> tolerations, Instant firstSeen) {
        Instant deadline = null;
        for (var taint : taints) {
            if (!taint.effect().equals(Taint.NO_EXECUTE)) continue;
            var tolerating = tolerations.stream().filter(taint::isToleratedBy).toList();
            if (tolerating.isEmpty()) return Optional.of(Instant.EPOCH);
            var seconds = tolerating.stream()
                    .filter(each -> !Tolerations.isForEver(each))
                    .mapToLong(Toleration::tolerationSeconds)
                    .min();
            if (seconds.isEmpty()) continue;
            var end = Times.parse(taint.added()).orElse(firstSeen).plusSeconds(seconds.getAsLong());
            if (deadline == null || end.isBefore(deadline)) deadline = end;
        }
        return Optional.ofNullable(deadline);
    }
}
