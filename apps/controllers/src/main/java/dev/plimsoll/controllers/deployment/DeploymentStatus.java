package dev.plimsoll.controllers.deployment;

import static dev.plimsoll.controllers.deployment.SetView.sum;
import static dev.plimsoll.controllers.loop.StatusWrite.count;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a deployment reports, but for how it progresses. */
final class DeploymentStatus {
    static final String FAILURE = "ReplicaFailure";

    private DeploymentStatus() {}

    static ObjectNode of(Workload deployment, @Nullable SetView current, List<SetView> old, Instant now) {
        var all = new ArrayList<>(old);
        if (current != null) all.add(current);
        var bounds = RollingBounds.of(deployment);
        var available = sum(all, SetView::available);
        var status = deployment.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
        status.put("observedGeneration", deployment.meta().generation());
        count(status, "replicas", sum(all, SetView::actual));
        count(status, "updatedReplicas", current == null ? 0 : current.actual());
        count(status, "readyReplicas", sum(all, SetView::ready));
        count(status, "availableReplicas", available);
        count(status, "unavailableReplicas", Math.max(0, sum(all, SetView::wanted) - available));
        status.put("terminatingReplicas", sum(all, each -> each.set().reported("terminatingReplicas")));
        var enough = available >= bounds.leastAvailable();
        say(
                status,
                enough
                        ? new Said(
                                "Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
                        : new Said(
                                "Available",
                                "False",
                                "MinimumReplicasUnavailable",
                                "Deployment does not have minimum availability."),
                now);
        mirrorFailure(status, all);
        return status;
    }

    /** Sets a condition unless it says so already; then its time of update stays too. */
    static void say(ObjectNode status, Said said, Instant now) {
        var known = Conditions.find(status, said.type());
        var same = known.filter(each -> each.path("status").asText().equals(said.status())
                        && each.path("reason").asText().equals(said.reason()))
                .isPresent();
        if (!same) Conditions.set(status, said, now).put("lastUpdateTime", Times.text(now));
    }

    private static void mirrorFailure(ObjectNode status, List<SetView> all) {
        JsonNode failure = null;
        for (var set : all)
            failure = Conditions.find(set.set().status(), FAILURE).orElse(failure);
        if (failure == null) {
            Conditions.remove(status, FAILURE);
            return;
        }
        var time = Times.parse(failure.path("lastTransitionTime").asText()).orElse(Instant.EPOCH);
        say(
                status,
                new Said(
                        FAILURE,
                        failure.path("status").asText(),
                        failure.path("reason").asText(),
                        failure.path("message").asText()),
                time);
    }
}
