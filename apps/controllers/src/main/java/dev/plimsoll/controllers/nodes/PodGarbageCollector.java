package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.garbagecollection.PodGarbage;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.node.NodeObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Looks at all pods from time to time and deletes those that nobody else will. */
public final class PodGarbageCollector implements Controller {
    private static final ObjectName ALL = ObjectName.ofCluster("");
    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final Duration QUARANTINE = Duration.ofSeconds(40);
    private static final int MOST_ENDED = 12500;

    private final ControllerContext around;
    private final Cache<ControlledPod> pods;
    private final Cache<NodeObject> nodes;
    /** Since when a node is missing, by the steady clock. */
    private final Map<String, Long> missingSince = new ConcurrentHashMap<>();

    public PodGarbageCollector(ControllerContext around) {
        this.around = around;
        this.pods = around.informers().pods();
        this.nodes = around.informers().of(NodeObject.KIND);
    }

    @Override
    public String name() {
        return "orphaned_pods_nodes";
    }

    @Override
    public void follow(WorkQueue queue) {
        queue.add(ALL);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var known = new HashMap<String, ControlledNode>();
        for (var node : nodes.all()) known.put(node.name().name(), node.view());
        missingSince.keySet().removeAll(known.keySet());
        for (var garbage : PodGarbage.decide(pods.all(), known, this::isLongMissing, MOST_ENDED)) {
            var problem = remove(garbage);
            if (!problem.isEmpty())
                around.reporter().tell(name() + " " + garbage.pod().qualifiedName() + ": " + problem);
        }
        return ReconcileResult.again(PERIOD);
    }

    private boolean isLongMissing(String node) {
        var now = around.time().nanos();
        var since = missingSince.computeIfAbsent(node, _ -> now);
        if (now - since < QUARANTINE.toNanos()) return false;
        // The watch may be late.
        return around.client().get(ApiResource.NODES, ObjectName.ofCluster(node))
                instanceof RequestResult.NotFound<ObjectNode>;
    }

    private String remove(PodGarbage garbage) {
        return switch (garbage) {
            case PodGarbage.OfMissingNode(var pod) -> {
                var announced = Announcement.write(
                        around, pod, "DeletionByPodGC", "PodGC: node no longer exists", Announcement.Phase.FAILED);
                yield announced.isEmpty() ? delete(pod) : announced;
            }
            case PodGarbage.NeverScheduled(var pod) -> delete(pod);
            case PodGarbage.OutOfService(var pod) -> {
                var announced = Announcement.write(
                        around, pod, "DeletionByPodGC", "PodGC: node is out of service", Announcement.Phase.FAILED);
                yield announced.isEmpty() ? delete(pod) : announced;
            }
            case PodGarbage.Ended(var pod) -> delete(pod);
        };
    }

    private String delete(ControlledPod pod) {
        var outcome = around.client().delete(ApiResource.PODS, ObjectNames.of(pod), DeleteOptions.atOnce(pod.uid()));
        return outcome.isDeleted() ? "" : outcome.problem();
    }
}
