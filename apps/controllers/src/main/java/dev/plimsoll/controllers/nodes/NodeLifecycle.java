package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.NodeTaint;
import dev.plimsoll.core.workloads.nodelifecycle.NodeHeartbeat;
import dev.plimsoll.core.workloads.nodelifecycle.NodeTaints;
import dev.plimsoll.core.workloads.nodelifecycle.NodeTimes;
import dev.plimsoll.core.workloads.nodelifecycle.Zones;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.node.LeaseObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.node.NodeTaintsChange;
import dev.plimsoll.objects.pod.PodStatusPatch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notices nodes that fall silent, and keeps the taints that follow from how nodes are.
 *
 * <p>The key without a name is a look at all nodes, which comes back by itself; a node's key is a look at its taints.
 */
public final class NodeLifecycle implements Controller {
    private static final ObjectName MONITOR = ObjectName.ofCluster("");
    private static final String LEASES = "kube-node-lease";

    private final ControllerContext around;
    private final NodeTimes times;
    private final Cache<NodeObject> nodes;
    private final Cache<LeaseObject> leases;
    private final Cache<ControlledPod> pods;
    private final Events events;
    private final Map<String, NodeHeartbeat> silences = new ConcurrentHashMap<>();
    private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();
    /** Nodes that may be tainted and are not yet: a write that failed does not wait for its turn again. */
    private final Set<String> granted = ConcurrentHashMap.newKeySet();

    public NodeLifecycle(ControllerContext around, NodeTimes times) {
        this.around = around;
        this.times = times;
        this.nodes = around.informers().of(NodeObject.KIND);
        this.leases = around.informers().of(LeaseObject.KIND, ObjectSelection.inNamespace(LEASES));
        this.pods = around.informers().pods();
        this.events = around.events().apply("node-controller");
    }

    @Override
    public String name() {
        return "node_lifecycle_controller";
    }

    @Override
    public void follow(WorkQueue queue) {
        queue.add(MONITOR);
        nodes.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<NodeObject>(var name, var now) -> {
                    events.normal(
                            about(now), "RegisteredNode", said(now, "Registered Node " + name + " in Controller"));
                    queue.add(name);
                }
                case CacheChange.Updated<NodeObject>(var name, var before, var now) -> {
                    if (before.view().isReady() && !now.view().isReady()) {
                        events.normal(about(now), "NodeNotReady", "Node " + name + " status is now: NodeNotReady");
                    }
                    queue.add(name);
                }
                case CacheChange.Removed<NodeObject>(var name, var before) -> {
                    events.normal(
                            about(before), "RemovingNode", said(before, "Removing Node " + name + " from Controller"));
                    silences.remove(before.uid());
                    granted.remove(before.uid());
                }
                case CacheChange.Synced<NodeObject> _ -> {}
            }
        });
    }

    private static String said(NodeObject node, String what) {
        return "Node " + node.name() + " event: " + what;
    }

    /** Events about nodes carry the name where others carry the uid. */
    private static About about(NodeObject node) {
        return new About("v1", "Node", "", node.name().name(), node.name().name(), "", "");
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        if (!key.equals(MONITOR)) return nodes.find(key).map(this::taint).orElse(ReconcileResult.SETTLED);
        var problem = "";
        for (var node : nodes.all()) {
            var found = monitor(node);
            if (!found.isEmpty()) problem = found;
        }
        if (!problem.isEmpty()) around.reporter().tell(name() + ": " + problem);
        return ReconcileResult.again(times.monitorPeriod());
    }

    private String monitor(NodeObject node) {
        var nanos = around.time().nanos();
        var lease = new ObjectName(LEASES, node.name().name());
        var renewed = leases.find(lease).map(LeaseObject::renewTime).orElse("");
        var view = node.view();
        var silence = silences.compute(
                node.uid(),
                (_, before) -> before == null
                        ? NodeHeartbeat.begun(view, renewed, nanos)
                        : before.heard(view, renewed, nanos));
        if (!silence.isTooLong(view, times, nanos)) return "";
        var unknown = NodeHeartbeat.unknown(view);
        if (unknown.isEmpty()) return "";
        // The watch may be late: the server is asked before a node is given up.
        var asked = around.client().get(ApiResource.LEASES, lease).map(LeaseObject::new);
        var isKnown = asked instanceof RequestResult.Done<LeaseObject>
                || asked instanceof RequestResult.NotFound<LeaseObject>;
        if (!isKnown) return asked.problem();
        var fresh = asked.done().map(LeaseObject::renewTime).orElse("");
        if (!fresh.equals(renewed)) {
            silences.put(node.uid(), silence.heard(view, fresh, nanos));
            return "";
        }
        var status = node.statusDraft();
        for (var each : unknown) status.unknown(each, around.time().instant());
        return StatusWrite.ofChanged(around.client(), ApiResource.NODES, status);
    }

    private ReconcileResult taint(NodeObject node) {
        var view = node.view();
        var zones = new Zones(nodes.all().stream().map(NodeObject::view).toList(), times);
        if (view.isReady()) granted.remove(node.uid());
        var plan = NodeTaints.decide(
                view, zones, () -> mayTaint(zones, view), around.time().instant());
        if (!plan.taints().equals(view.nodeTaints())) {
            var problem = write(node, plan.taints());
            if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
            granted.remove(node.uid());
            if (plan.addsNoExecute())
                around.metrics().nodeTainted(Zones.of(view).replace(":\0:", ":"));
        }
        if (!view.isReady()) {
            var problem = markPods(node);
            if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        }
        return plan.looksAgain() ? ReconcileResult.again(times.monitorPeriod()) : ReconcileResult.SETTLED;
    }

    private boolean mayTaint(Zones zones, ControlledNode node) {
        var zone = Zones.of(node);
        var rate = zones.rate(zone);
        if (rate <= 0) return false;
        if (granted.contains(node.meta().uid())) return true;
        var bucket = buckets.computeIfAbsent(zone + "@" + rate, _ -> new TokenBucket(rate, 1, around.time()));
        return bucket.tryTake() && granted.add(node.meta().uid());
    }

    private String write(NodeObject node, List<NodeTaint> taints) {
        var change = new NodeTaintsChange(node.metadata(), taints);
        return problem(around.client().patch(ApiResource.NODES, node.name(), change.merge()));
    }

    /** Nobody can say that a pod serves while its node says nothing. */
    private String markPods(NodeObject node) {
        var problem = "";
        for (var pod : pods.found(Indexes.PODS_BY_NODE, node.name().name())) {
            if (!pod.isReady() || pod.isTerminal()) continue;
            var change = new PodStatusPatch(pod.uid())
                    .condition(
                            new ConditionUpdate("Ready", "False", "", ""),
                            around.time().instant());
            var outcome =
                    around.client().patch(ApiResource.PODS.sub("status"), ObjectNames.of(pod), change.strategic());
            var about = new About("v1", "Pod", pod.meta().namespace(), pod.name(), pod.uid(), "", "");
            if (outcome instanceof RequestResult.Done<ObjectNode>)
                events.warning(about, "NodeNotReady", "Node is not ready");
            var why = problem(outcome);
            if (!why.isEmpty()) problem = why;
        }
        return problem;
    }

    private static String problem(RequestResult<ObjectNode> outcome) {
        return outcome instanceof RequestResult.NotFound<ObjectNode> ? "" : outcome.problem();
    }
}
