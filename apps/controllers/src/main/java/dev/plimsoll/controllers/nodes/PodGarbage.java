package dev.plimsoll.controllers.nodes;

import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Taint;
import dev.plimsoll.controllers.objects.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Pods that nobody else will ever take away. */
sealed interface PodGarbage {
    PodView pod();

    /** Its node has been missing for long. */
    record OfMissingNode(PodView pod) implements PodGarbage {}

    /** It was deleted before it got a node. */
    record NeverScheduled(PodView pod) implements PodGarbage {}

    /** It was deleted, and its node is said to be out of service. */
    record OutOfService(PodView pod) implements PodGarbage {}

    /** It has ended, and so have too many others. */
    record Ended(PodView pod) implements PodGarbage {}

    String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    /**
     * Decides.
     *
     * @param nodes by name
     * @param longMissing whether a node that is not there has been away for long
     * @param mostEnded how many pods that have ended are kept
     */
    static List<PodGarbage> decide(
            List<PodView> pods,
            Map<String, Workload> nodes,
            java.util.function.Predicate<String> longMissing,
            int mostEnded) {
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
            var out = Taint.of(node.document()).stream()
                    .anyMatch(each -> each.key().equals(OUT_OF_SERVICE));
            if (going && out && !NodeTaints.isReady(node)) garbage.add(new OutOfService(pod));
        }
        var ended = pods.stream()
                .filter(pod -> pod.isTerminal() && !pod.meta().isBeingDeleted())
                .sorted(Comparator.comparing((PodView pod) -> pod.meta().created())
                        .thenComparing(PodView::name))
                .toList();
        for (var i = 0; i < ended.size() - mostEnded; i++) garbage.add(new Ended(ended.get(i)));
        return garbage;
    }
}
