package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.client.events.About;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Deletes pods from nodes whose taints they do not tolerate, or no longer. */
public final class TaintEviction implements Controller {
    private final Surroundings around;
    private final Cache<PodView> pods;
    private final Cache<Workload> nodes;
    private final Events events;
    /** Pods that are to go, by uid, and since when that is known. */
    private final Map<String, Instant> condemned = new ConcurrentHashMap<>();

    public TaintEviction(Surroundings around) {
        this.around = around;
        this.pods = around.informers().pods();
        this.nodes = around.informers().of(Kinds.NODES);
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
                case Change.Added<PodView>(var name, var now) -> {
                    if (!now.node().isEmpty()) queue.add(name);
                }
                case Change.Updated<PodView>(var name, var before, var now) -> {
                    var same = before.node().equals(now.node())
                            && before.tolerations().equals(now.tolerations());
                    if (!same) queue.add(name);
                }
                case Change.Removed<PodView>(var _, var before) -> condemned.remove(before.uid());
                case Change.Synced<PodView> _ -> {}
            }
        });
        nodes.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var name, var _) -> wake(queue, name);
                case Change.Updated<Workload>(var name, var before, var now) -> {
                    if (!Taint.of(before.document()).equals(Taint.of(now.document()))) wake(queue, name);
                }
                case Change.Removed<Workload> _, Change.Synced<Workload> _ -> {}
            }
        });
    }

    private void wake(WorkQueue queue, ObjectName node) {
        for (var pod : pods.found(Indexes.PODS_BY_NODE, node.name())) queue.add(pod.name());
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = pods.find(key).filter(pod -> !pod.meta().isBeingDeleted());
        if (found.isEmpty()) return Turn.SETTLED;
        var pod = found.get();
        var now = around.time().instant();
        var node = nodes.find(ObjectName.ofCluster(pod.node()));
        var since = condemned.getOrDefault(pod.uid(), now);
        var deadline = node.flatMap(each -> TaintDeadline.of(Taint.of(each.document()), pod.tolerations(), since));
        if (deadline.isEmpty()) {
            if (condemned.remove(pod.uid()) != null) tell(pod, "Cancelling deletion of Pod " + key);
            return Turn.SETTLED;
        }
        condemned.put(pod.uid(), since);
        var left = Duration.between(now, deadline.get());
        return left.isPositive() ? Turn.again(left) : evict(pod);
    }

    private void tell(PodView pod, String message) {
        var about = new About("v1", "Pod", pod.meta().namespace(), pod.name().name(), pod.uid(), "", "");
        events.normal(about, "TaintManagerEviction", message);
    }

    private Turn evict(PodView pod) {
        tell(pod, "Marking for deletion Pod " + pod.name());
        var announced = Announcement.write(
                around,
                pod,
                "DeletionByTaintManager",
                "Taint manager: deleting due to NoExecute taint",
                Announcement.Phase.KEPT);
        if (!announced.isEmpty()) return new Turn.Failed(announced);
        var options = new DeleteOptions(-1, pod.uid(), "", "");
        return switch (around.client().delete(Kinds.PODS, pod.name(), options)) {
            case Outcome.Done<ObjectNode> _ -> {
                around.metrics().podEvictedByTaint();
                yield Turn.SETTLED;
            }
            case Outcome.NotFound<ObjectNode> _, Outcome.Conflict<ObjectNode> _ -> Turn.SETTLED;
            case Outcome<ObjectNode> failed -> new Turn.Failed(failed.problem());
        };
    }
}
