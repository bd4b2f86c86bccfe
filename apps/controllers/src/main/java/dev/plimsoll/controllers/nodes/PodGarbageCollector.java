package dev.plimsoll.controllers.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
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

    private final Surroundings around;
    private final Cache<PodView> pods;
    private final Cache<Workload> nodes;
    /** Since when a node is missing, by the steady clock. */
    private final Map<String, Long> missingSince = new ConcurrentHashMap<>();

    public PodGarbageCollector(Surroundings around) {
        this.around = around;
        this.pods = around.informers().pods();
        this.nodes = around.informers().of(Kinds.NODES);
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
    public Turn turn(ObjectName key) {
        var known = new HashMap<String, Workload>();
        for (var node : nodes.all()) known.put(node.name().name(), node);
        missingSince.keySet().removeAll(known.keySet());
        for (var garbage : PodGarbage.decide(pods.all(), known, this::isLongMissing, MOST_ENDED)) {
            var problem = remove(garbage);
            if (!problem.isEmpty())
                around.reporter().trouble(name() + " " + garbage.pod().name(), problem);
        }
        return Turn.again(PERIOD);
    }

    private boolean isLongMissing(String node) {
        var now = around.time().nanos();
        var since = missingSince.computeIfAbsent(node, _ -> now);
        if (now - since < QUARANTINE.toNanos()) return false;
        // The watch may be late.
        return around.client().get(Kinds.NODES, ObjectName.ofCluster(node)) instanceof Outcome.NotFound<ObjectNode>;
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

    private String delete(PodView pod) {
        return switch (around.client().delete(Kinds.PODS, pod.name(), DeleteOptions.atOnce(pod.uid()))) {
            case Outcome.Done<ObjectNode> _, Outcome.NotFound<ObjectNode> _, Outcome.Conflict<ObjectNode> _ -> "";
            case Outcome<ObjectNode> failed -> failed.problem();
        };
    }
}
