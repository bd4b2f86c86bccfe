package dev.plimsoll.core.placement.table;

import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pods that wait for room that is being made for them, by the node on which that happens. */
public final class Nominations {
    private final Map<String, List<PlacementPod>> pods = new HashMap<>();
    private final Map<String, String> nodes = new HashMap<>();

    /** Notes a pod for a node, and forgets where it was noted before; an empty node only forgets. */
    public void note(PlacementPod pod, String node) {
        forget(pod.key().uid());
        if (node.isEmpty()) return;
        pods.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod.withNominatedNode(node));
        nodes.put(pod.key().uid(), node);
    }

    public void forget(String uid) {
        var node = nodes.remove(uid);
        if (node == null) return;
        var there = pods.get(node);
        if (there == null) return;
        there.removeIf(pod -> pod.key().uid().equals(uid));
        if (there.isEmpty()) pods.remove(node);
    }

    public String nodeOf(String uid) {
        return nodes.getOrDefault(uid, "");
    }

    public List<PlacementPod> on(String node) {
        return pods.getOrDefault(node, List.of());
    }

    public boolean isEmpty() {
        return pods.isEmpty();
    }
}
