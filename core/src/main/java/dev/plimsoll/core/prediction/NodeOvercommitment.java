package dev.plimsoll.core.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/** Pods that ask for more than before may be too much for the nodes that they are on. */
public final class NodeOvercommitment {
    private NodeOvercommitment() {}

    /**
     * The pods, of which those that a node has no room for have no node. Pods that belong to their node stay, then those first that the
     * scheduler would take first.
     */
    public static List<PredictedPod> released(List<PredictedNode> nodes, List<PredictedPod> pods) {
        var rooms = new HashMap<String, long[]>();
        for (var node : nodes) {
            var has = node.placement().allocatable();
            rooms.put(
                    node.name(),
                    new long[] {has.milliCpu(), has.memory(), node.placement().mostPods()});
        }
        var ordered = new ArrayList<>(pods);
        ordered.sort(Comparator.comparing((PredictedPod pod) -> !pod.isBoundToItsNode())
                .thenComparing(PredictedPod.QUEUE));
        var after = new ArrayList<PredictedPod>();
        for (var pod : ordered) {
            var room = rooms.get(pod.node());
            if (room == null || pod.controlled().isTerminal()) {
                after.add(pod);
                continue;
            }
            var asked = pod.placement().holds().exact();
            var fits = asked.milliCpu() <= room[0] && asked.memory() <= room[1] && room[2] > 0;
            if (fits || pod.isBoundToItsNode()) {
                room[0] -= asked.milliCpu();
                room[1] -= asked.memory();
                room[2]--;
                after.add(pod);
            } else {
                after.add(pod.unplaced());
            }
        }
        return after;
    }
}
