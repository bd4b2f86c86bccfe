package dev.plimsoll.controllers.disruption;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Times;
import java.time.Duration;
import java.time.Instant;

/** Takes condition DisruptionTarget back from pods that were announced to go and are still there after two minutes. */
public final class StaleDisruptions implements Controller {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Surroundings around;
    private final Cache<PodView> pods;

    public StaleDisruptions(Surroundings around) {
        this.around = around;
        this.pods = around.informers().pods();
    }

    @Override
    public String name() {
        return "stale_pod_disruption";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.subscribe(change -> {
            if (change instanceof Change.Added<PodView>(var name, var now) && isAnnounced(now)) queue.add(name);
            if (change instanceof Change.Updated<PodView>(var name, var _, var now) && isAnnounced(now)) {
                queue.add(name);
            }
        });
    }

    private static boolean isAnnounced(PodView pod) {
        return pod.disruption().isAfter(Instant.EPOCH) && pod.isActive();
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = pods.find(key).filter(StaleDisruptions::isAnnounced);
        if (found.isEmpty()) return Turn.SETTLED;
        var now = around.time().instant();
        var left = Duration.between(now, found.get().disruption().plus(TIMEOUT));
        if (left.isPositive()) return Turn.again(left);
        var change = Json.object();
        change.putObject("metadata").put("uid", found.get().uid());
        change.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "False")
                .put("lastTransitionTime", Times.text(now));
        var outcome = around.client().patch(Kinds.PODS.sub("status"), key, new Patch.Strategic(change));
        return outcome instanceof Outcome.Done<ObjectNode> || outcome instanceof Outcome.NotFound<ObjectNode>
                ? Turn.SETTLED
                : new Turn.Failed(outcome.problem());
    }
}
