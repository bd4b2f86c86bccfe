package dev.plimsoll.controllers.daemonset;

import static dev.plimsoll.controllers.loop.StatusWrite.count;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.daemonset.DaemonSetDecision.Observed;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.revisions.Revision;
import java.util.List;
import java.util.stream.Collectors;

/** What a daemon set reports. */
final class DaemonSetStatus {
    private DaemonSetStatus() {}

    static ObjectNode of(Observed observed, int collisions) {
        var set = observed.set();
        var minReady = set.number("minReadySeconds", 0);
        var byNode =
                observed.pods().stream().filter(PodView::isActive).collect(Collectors.groupingBy(PodView::anyNode));
        int desired = 0;
        int current = 0;
        int misscheduled = 0;
        int ready = 0;
        int updated = 0;
        int available = 0;
        for (var node : observed.nodes()) {
            var here = byNode.getOrDefault(node.name().name(), List.of());
            if (!Placement.of(set, node).starts()) {
                if (!here.isEmpty()) misscheduled++;
                continue;
            }
            desired++;
            if (here.isEmpty()) continue;
            current++;
            if (here.stream().anyMatch(PodView::isReady)) ready++;
            if (here.stream().anyMatch(pod -> pod.isAvailable(minReady, observed.now()))) available++;
            if (here.stream()
                    .anyMatch(pod -> observed.hash().equals(pod.meta().labels().get(Revision.POD_LABEL)))) updated++;
        }
        var status = set.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        status.put("observedGeneration", set.meta().generation());
        status.put("desiredNumberScheduled", desired);
        status.put("currentNumberScheduled", current);
        status.put("numberMisscheduled", misscheduled);
        status.put("numberReady", ready);
        count(status, "updatedNumberScheduled", updated);
        count(status, "numberAvailable", available);
        count(status, "numberUnavailable", desired - available);
        count(status, "collisionCount", collisions);
        return status;
    }
}
