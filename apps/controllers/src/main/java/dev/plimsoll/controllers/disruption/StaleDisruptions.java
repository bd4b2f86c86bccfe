package dev.plimsoll.controllers.disruption;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.disruption.StaleDisruption;
import dev.plimsoll.objects.pod.PodStatusPatch;

/** Takes condition DisruptionTarget back from pods that were announced to go and are still there after two minutes. */
public final class StaleDisruptions implements Controller {
    private final ControllerContext around;
    private final Cache<ControlledPod> pods;

    public StaleDisruptions(ControllerContext around) {
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
            if (change instanceof CacheChange.Added<ControlledPod>(var name, var now)
                    && StaleDisruption.isAnnounced(now)) queue.add(name);
            if (change instanceof CacheChange.Updated<ControlledPod>(var name, var _, var now)
                    && StaleDisruption.isAnnounced(now)) {
                queue.add(name);
            }
        });
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = pods.find(key);
        var now = around.time().instant();
        var left = found.flatMap(pod -> StaleDisruption.left(pod, now));
        if (found.isEmpty() || left.isEmpty()) return ReconcileResult.SETTLED;
        if (left.get().isPositive()) return ReconcileResult.again(left.get());
        var change = new PodStatusPatch(found.get().uid())
                .condition(new ConditionUpdate("DisruptionTarget", "False", "", ""), now);
        var outcome = around.client().patch(ApiResource.PODS.sub("status"), key, change.strategic());
        return outcome instanceof RequestResult.Done<ObjectNode>
                        || outcome instanceof RequestResult.NotFound<ObjectNode>
                ? ReconcileResult.SETTLED
                : new ReconcileResult.Failed(outcome.problem());
    }
}
