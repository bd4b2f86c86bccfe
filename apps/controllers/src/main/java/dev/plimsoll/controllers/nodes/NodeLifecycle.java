package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.events.About;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final Surroundings around;
    private final NodeTimes times;
    private final Cache<Workload> nodes;
    private final Cache<Workload> leases;
    private final Cache<PodView> pods;
    private final Events events;
    private final Map<String, Silence> silences = new ConcurrentHashMap<>();
    private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();
    /** Nodes that may be tainted and are not yet: a write that failed does not wait for its turn again. */
    private final Set<String> granted = ConcurrentHashMap.newKeySet();

    public NodeLifecycle(Surroundings around, NodeTimes times) {
        this.around = around;
        this.times = times;
        this.nodes = around.informers().of(Kinds.NODES);
        this.leases = around.informers().of(Kinds.LEASES, Selection.inNamespace(LEASES));
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
                case Change.Added<Workload>(var name, var now) -> {
                    events.normal(
                            about(now), "RegisteredNode", said(now, "Registered Node " + name + " in Controller"));
                    queue.add(name);
                }
                case Change.Updated<Workload>(var name, var before, var now) -> {
                    if (NodeTaints.isReady(before) && !NodeTaints.isReady(now)) {
                        events.normal(about(now), "NodeNotReady", "Node " + name + " status is now: NodeNotReady");
                    }
                    queue.add(name);
                }
                case Change.Removed<Workload>(var name, var before) -> {
                    events.normal(
                            about(before), "RemovingNode", said(before, "Removing Node " + name + " from Controller"));
                    silences.remove(before.uid());
                    granted.remove(before.uid());
                }
                case Change.Synced<Workload> _ -> {}
            }
        });
    }

    private static String said(Workload node, String what) {
        return "Node " + node.name() + " event: " + what;
    }

    /** Events about nodes carry the name where others carry the uid. */
    private static About about(Workload node) {
        return new About("v1", "Node", "", node.name().name(), node.name().name(), "", "");
    }

    @Override
    public Turn turn(ObjectName key) {
        if (!key.equals(MONITOR)) return nodes.find(key).map(this::taint).orElse(Turn.SETTLED);
        var problem = "";
        for (var node : nodes.all()) {
            var found = monitor(node);
            if (!found.isEmpty()) problem = found;
        }
        if (!problem.isEmpty()) around.reporter().trouble(name(), problem);
        return Turn.again(times.monitorPeriod());
    }

    private String monitor(Workload node) {
        var nanos = around.time().nanos();
        var lease = new ObjectName(LEASES, node.name().name());
        var renewed = leases.find(lease)
                .map(each -> each.spec().path("renewTime").asText())
                .orElse("");
        var silence = silences.compute(
                node.uid(),
                (_, before) ->
                        before == null ? Silence.begun(node, renewed, nanos) : before.heard(node, renewed, nanos));
        if (!silence.isTooLong(node, times, nanos)) return "";
        var unknown = Silence.unknown(node, around.time().instant());
        if (unknown.isEmpty()) return "";
        // The watch may be late: the server is asked before a node is given up.
        var asked = around.client().get(Kinds.LEASES, lease).done();
        var fresh = asked.map(each -> each.at("/spec/renewTime").asText()).orElse("");
        if (!fresh.equals(renewed)) {
            silences.put(node.uid(), silence.heard(node, fresh, nanos));
            return "";
        }
        return StatusWrite.ofChanged(around.client(), Kinds.NODES, node, unknown.get());
    }

    private Turn taint(Workload node) {
        var zones = new Zones(nodes.all(), times);
        if (NodeTaints.isReady(node)) granted.remove(node.uid());
        var present = NodeTaints.presentNoExecute(node);
        var wanted = zones.areAllDisrupted() ? Optional.<Taint>empty() : NodeTaints.wantedNoExecute(node);
        var waits = false;
        // Another state than before is shown at once; only the first such taint is a matter of rate.
        if (wanted.isPresent() && present.isEmpty() && !mayTaint(zones, node)) {
            wanted = Optional.empty();
            waits = true;
        }
        var added = wanted.isPresent() && present.isEmpty();
        var taints = NodeTaints.withNoExecute(
                NodeTaints.withNoSchedule(node),
                wanted,
                Times.text(around.time().instant()));
        if (!taints.equals(Taint.of(node.document()))) {
            var problem = write(node, taints);
            if (!problem.isEmpty()) return new Turn.Failed(problem);
            granted.remove(node.uid());
            if (added) around.metrics().nodeTainted(Zones.of(node).replace(":\0:", ":"));
        }
        if (!NodeTaints.isReady(node)) {
            var problem = markPods(node);
            if (!problem.isEmpty()) return new Turn.Failed(problem);
        }
        // Also how other nodes are may change what this one gets.
        var looksAgain = waits || wanted.isPresent() || (present.isEmpty() && !NodeTaints.isReady(node));
        return looksAgain ? Turn.again(times.monitorPeriod()) : Turn.SETTLED;
    }

    private boolean mayTaint(Zones zones, Workload node) {
        var zone = Zones.of(node);
        var rate = zones.rate(zone);
        if (rate <= 0) return false;
        if (granted.contains(node.uid())) return true;
        var bucket = buckets.computeIfAbsent(zone + "@" + rate, _ -> new TokenBucket(rate, 1, around.time()));
        return bucket.tryTake() && granted.add(node.uid());
    }

    private String write(Workload node, List<Taint> taints) {
        var change = Json.object();
        change.putObject("metadata")
                .put("uid", node.uid())
                .put("resourceVersion", node.meta().version());
        var list = change.putObject("spec").putArray("taints");
        taints.forEach(each -> list.add(each.document()));
        return problem(around.client().patch(Kinds.NODES, node.name(), new Patch.Merge(change)));
    }

    /** Nobody can say that a pod serves while its node says nothing. */
    private String markPods(Workload node) {
        var problem = "";
        for (var pod : pods.found(Indexes.PODS_BY_NODE, node.name().name())) {
            if (!pod.isReady() || pod.isTerminal()) continue;
            var change = Json.object();
            change.putObject("metadata").put("uid", pod.uid());
            change.putObject("status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", "Ready")
                    .put("status", "False")
                    .put("lastTransitionTime", Times.text(around.time().instant()));
            var outcome = around.client().patch(Kinds.PODS.sub("status"), pod.name(), new Patch.Strategic(change));
            var about =
                    new About("v1", "Pod", pod.meta().namespace(), pod.name().name(), pod.uid(), "", "");
            if (outcome instanceof Outcome.Done<ObjectNode>) events.warning(about, "NodeNotReady", "Node is not ready");
            var why = problem(outcome);
            if (!why.isEmpty()) problem = why;
        }
        return problem;
    }

    private static String problem(Outcome<ObjectNode> outcome) {
        return outcome instanceof Outcome.NotFound<ObjectNode> ? "" : outcome.problem();
    }
}
