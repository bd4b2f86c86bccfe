package dev.plimsoll.scheduler.loop;

import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods that count on a node: those that the API shows there, and those that were given one a moment ago. The latter count until
 * the API shows them, or their binding has failed.
 */
final class KnownPods {
    private final NodeTable table;
    private final Map<String, PlacementPod> counted = new HashMap<>();
    private final Map<String, PlacementPod> assumed = new HashMap<>();

    KnownPods(NodeTable table) {
        this.table = table;
    }

    /** Counts a pod on the node that was chosen for it. */
    void assume(PlacementPod pod, String node) {
        var there = pod.on(node);
        if (counted.containsKey(pod.key().uid())) {
            throw new IllegalStateException(
                    "pod " + pod.key().uid() + "(" + pod.key() + ") is in the cache, so can't be assumed");
        }
        counted.put(pod.key().uid(), there);
        assumed.put(pod.key().uid(), there);
        table.add(there);
    }

    boolean isAssumed(String uid) {
        return assumed.containsKey(uid);
    }

    boolean isCounted(String uid) {
        return counted.containsKey(uid);
    }

    /** Takes back an assumption; null if the API has shown the pod meanwhile, or it is gone. */
    @Nullable
    PlacementPod forget(String uid) {
        var pod = assumed.remove(uid);
        if (pod == null) return null;
        counted.remove(uid);
        table.remove(pod);
        return pod;
    }

    /** The API shows a pod on a node; what it counted as before, or null. */
    @Nullable
    PlacementPod show(PlacementPod pod) {
        assumed.remove(pod.key().uid());
        var before = counted.put(pod.key().uid(), pod);
        if (before != null) table.remove(before);
        table.add(pod);
        return before;
    }

    /** The pod is gone; what it counted as, or null. */
    @Nullable
    PlacementPod remove(String uid) {
        assumed.remove(uid);
        var before = counted.remove(uid);
        if (before != null) table.remove(before);
        return before;
    }

    int size() {
        return counted.size();
    }

    int assumedCount() {
        return assumed.size();
    }
}
