package dev.plimsoll.core.workloads.garbagecollection;

import dev.plimsoll.core.workloads.ControlledNode;
import dev.plimsoll.core.workloads.ControlledPod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Pods that no other controller will ever delete. */
public sealed interface PodGarbage {
    ControlledPod pod();

    /** Its node has been missing for long. */
    record OfMissingNode(ControlledPod pod) implements PodGarbage {}

    /** It was deleted before it got a node. */
    record NeverScheduled(ControlledPod pod) implements PodGarbage {}

    /** It was deleted, and its node is said to be out of service. */
    record OutOfService(ControlledPod pod) implements PodGarbage {}

    /** It has ended, and so have too many others. */
    record Ended(ControlledPod pod) implements PodGarbage {}

    String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    /**
     * Decides.
     *
     * @param nodes by name
     * @param longMissing whether a node that is not there has been away for long
     * @param mostEnded how many pods that have ended are kept
     */
    static List<PodGarbage> decide(
            List<ControlledPod> pods, Map<String, ControlledNode> nodes, Predicate<String> longMissing, int mostEnded) {
        var garbage = new ArrayList<PodGarbage>();
        for (var pod : pods) {
            var going = pod.meta().isBeingDeleted();
            if (pod.node().isEmpty()) {
                if (going) garbage.add(new NeverScheduled(pod));
                continue;
            }
            var node = nodes.get(pod.node());
            if (node == null) {
                if (longMissing.test(pod.node())) garbage.add(new OfMissingNode(pod));
                continue;
            }
            var out = node.taints().stream().anyMatch(each -> each.key().equals(OUT_OF_SERVICE));
            if (going && out && !node.isReady()) garbage.add(new OutOfService(pod));
        }
        var ended = pods.stream()
                .filter(pod -> pod.isTerminal() && !pod.meta().isBeingDeleted())
                .sorted(Comparator.comparing((ControlledPod pod) -> pod.meta().created())
                        .thenComparing(ControlledPod.BY_NAME))
                .toList();
        for (var i = 0; i < ended.size() - mostEnded; i++) garbage.add(new Ended(ended.get(i)));
        return garbage;
    }
}
