package dev.plimsoll.controllers.deployment;

import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a deployment.
 *
 * @param sets all that belong to it
 * @param setsWithPods uids of sets of which a pod is there that has not ended
 * @param pods active pods of all sets
 */
public record Observed(
        Workload deployment, List<SetView> sets, java.util.Set<String> setsWithPods, List<PodView> pods, Instant now) {
    public Observed {
        sets = List.copyOf(sets);
        setsWithPods = java.util.Set.copyOf(setsWithPods);
        pods = List.copyOf(pods);
    }
}
