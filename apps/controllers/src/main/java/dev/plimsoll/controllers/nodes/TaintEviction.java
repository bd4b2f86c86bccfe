package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.events.About;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.nodelifecycle.TaintDeadline;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.node.NodeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Deletes pods from nodes whose taints they do not tolerate, or no longer. */
public final class TaintEviction implements Controller {
    private final ControllerContext around;
    private final Cache<ControlledPod> pods;
    private final Cache<NodeObject> nodes;
    private final Events events;
    /** Pods that are to go, by uid, and since when that is known. */
    private final Map<String, Instant> condemned = new ConcurrentHashMap<>();

    public TaintEviction(ControllerContext around) {
        this.around = around;
        this.pods = around.informers().pods();
        this.nodes = around.informers().of(NodeObject.KIND);
        this.events = around.events().apply("taint-eviction-controller");
    }

    @Override
    public String name() {
        return "noexec_taint_pod";
    }

    @Override
    public void follow(WorkQueue queue) {
        pods.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ControlledPod>(var name, var now) -> {
                    if (!now.node().isEmpty()) queue.add(name);
                }
                case CacheChange.Updated<ControlledPod>(var name, var before, var now) -> {
                    var same = before.node().equals(now.node())
                            && before.tolerations().equals(now.tolerations());
                    if (!same) queue.add(name);
                }
                case CacheChange.Removed<ControlledPod>(var _, var before) -> condemned.remove(before.uid());
                case CacheChange.Synced<ControlledPod> _ -> {}
            }
        });
        nodes.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<NodeObject>(var name, var _) -> wake(queue, name);
                case CacheChange.Updated<NodeObject>(var name, var before, var now) -> {
                    if (!before.taints().equals(now.taints())) wake(queue, name);
                }
                case CacheChange.Removed<NodeObject> _, CacheChange.Synced<NodeObject> _ -> {}
            }
        });
    }

    private void wake(WorkQueue queue, ObjectName node) {
        for (var pod : pods.found(Indexes.PODS_BY_NODE, node.name())) queue.add(ObjectNames.of(pod));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = pods.find(key).filter(pod -> !pod.meta().isBeingDeleted());
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var pod = found.get();
        var now = around.time().instant();
        var node = nodes.find(ObjectName.ofCluster(pod.node()));
        var since = condemned.getOrDefault(pod.uid(), now);
        var deadline = node.flatMap(each -> TaintDeadline.of(each.taints(), pod.tolerations(), since));
        if (deadline.isEmpty()) {
            if (condemned.remove(pod.uid()) != null) tell(pod, "Cancelling deletion of Pod " + key);
            return ReconcileResult.SETTLED;
        }
        condemned.put(pod.uid(), since);
        var left = Duration.between(now, deadline.get());
        return left.isPositive() ? ReconcileResult.again(left) : evict(pod);
    }

    private void tell(ControlledPod pod, String message) {
        var about = new About("v1", "Pod", pod.meta().namespace(), pod.name(), pod.uid(), "", "");
        events.normal(about, "TaintManagerEviction", message);
    }

    private ReconcileResult evict(ControlledPod pod) {
        tell(pod, "Marking for deletion Pod " + pod.qualifiedName());
        var announced = Announcement.write(
                around,
                pod,
                "DeletionByTaintManager",
                "Taint manager: deleting due to NoExecute taint",
                Announcement.Phase.KEPT);
        if (!announced.isEmpty()) return new ReconcileResult.Failed(announced);
        var options = new DeleteOptions(-1, pod.uid(), "", "");
        return switch (around.client().delete(ApiResource.PODS, ObjectNames.of(pod), options)) {
            case RequestResult.Done<ObjectNode> _ -> {
                around.metrics().podEvictedByTaint();
                yield ReconcileResult.SETTLED;
            }
            case RequestResult.NotFound<ObjectNode> _ -> ReconcileResult.SETTLED;
            // After a conflict too: the next look shows whether the pod is another one by now.
            case RequestResult<ObjectNode> failed -> new ReconcileResult.Failed(failed.problem());
        };
    }
}
