package dev.plimsoll.scheduler.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.Scheduled;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.pod.PodStatusPatch;
import dev.plimsoll.scheduler.loop.Effects.Failure;

/** What the scheduler says in a pod's status: why it has no node, where room is being made, and that it has to go. */
final class PodStatusWriter {
    private static final ApiResource STATUS = ApiResource.PODS.sub("status");

    private final ApiClient client;
    private final Attempts attempts;
    private final Time time;

    PodStatusWriter(ApiClient client, Attempts attempts, Time time) {
        this.client = client;
        this.attempts = attempts;
        this.time = time;
    }

    /** Whether a failure is what the pod's status says already. */
    static boolean isSaid(PlacementPod pod, Failure failure) {
        var schedulingStatus = pod.schedulingStatus();
        return schedulingStatus.scheduled().equals(condition(pod, failure))
                && schedulingStatus.nominatedNode().equals(failure.nominatedNode());
    }

    private static Scheduled condition(PlacementPod pod, Failure failure) {
        return new Scheduled(
                "False",
                failure.isError() ? "SchedulerError" : "Unschedulable",
                failure.message(),
                pod.schedulingStatus().generation());
    }

    RequestResult<ObjectNode> explain(PlacementPod pod, Failure failure) {
        var said = condition(pod, failure);
        var isTransition = !pod.schedulingStatus().scheduled().status().equals("False");
        var patch = patch(pod)
                .condition(
                        new ConditionUpdate("PodScheduled", said.status(), said.reason(), said.message()),
                        said.observedGeneration(),
                        isTransition,
                        time.instant());
        if (!failure.nominatedNode().isEmpty()) patch.nominatedNode(failure.nominatedNode());
        else if (!pod.schedulingStatus().nominatedNode().isEmpty()) patch.withoutNominatedNode();
        return send(pod, patch);
    }

    RequestResult<ObjectNode> clearNomination(PlacementPod pod) {
        return send(pod, patch(pod).withoutNominatedNode());
    }

    RequestResult<ObjectNode> mark(PlacementPod victim, String schedulerName) {
        var message = schedulerName + ": preempting to accommodate a higher priority pod";
        var patch = patch(victim)
                .condition(
                        new ConditionUpdate("DisruptionTarget", "True", "PreemptionByScheduler", message),
                        victim.schedulingStatus().generation(),
                        true,
                        time.instant());
        return send(victim, patch);
    }

    /** Only for the pod that is meant: one of the same name that came later is left alone. */
    private static PodStatusPatch patch(PlacementPod pod) {
        return new PodStatusPatch(pod.key().uid());
    }

    private RequestResult<ObjectNode> send(PlacementPod pod, PodStatusPatch patch) {
        var name = new ObjectName(pod.key().namespace(), pod.key().name());
        return attempts.of(() -> client.patch(STATUS, name, patch.strategic()), true);
    }
}
