package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.profile.Profile;
import dev.plimsoll.core.placement.profile.ScoringStrategy;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** All scores that count for one pod. Pod-level requests count here as they do for fit. */
public final class Scores {
    private final List<NodeScore> active;

    private Scores(List<NodeScore> active) {
        this.active = active;
    }

    public static Scores of(
            PlacementPod pod, NodeTable table, Profile profile, Map<String, Map<String, String>> namespaces) {
        var active = new ArrayList<NodeScore>(4);
        var terms = pod.terms();
        var taints = profile.weight(Plugin.TAINT_TOLERATION);
        if (taints > 0) active.add(new TaintTolerationScore(terms.tolerations(), taints));
        var affinity = profile.weight(Plugin.NODE_AFFINITY);
        if (affinity > 0 && !terms.nodeAffinity().preferred().isEmpty()) {
            active.add(new NodeAffinityScore(terms.nodeAffinity().preferred(), affinity));
        }
        if (affinity > 0 && !profile.addedAffinity().preferred().isEmpty()) {
            active.add(new NodeAffinityScore(profile.addedAffinity().preferred(), affinity));
        }
        var fit = profile.weight(Plugin.NODE_RESOURCES_FIT);
        if (fit > 0) active.add(resources(pod, profile.scoring(), fit));
        var spread = profile.weight(Plugin.POD_TOPOLOGY_SPREAD);
        if (spread > 0) {
            var wanted = terms.spread().isEmpty() ? profile.defaultSpread() : terms.spread();
            var soft =
                    wanted.stream().filter(constraint -> !constraint.isHard()).toList();
            if (!soft.isEmpty()) active.add(new PodTopologySpreadScore(pod, soft, spread));
        }
        var near = profile.weight(Plugin.INTER_POD_AFFINITY);
        if (near > 0
                && (!terms.podAffinity().isEmpty() || !table.particularGroups().isEmpty())) {
            var neighbours = InterPodAffinityScore.of(pod, table, namespaces, profile.hardPodAffinityWeight(), near);
            if (!neighbours.isIdle()) active.add(neighbours);
        }
        var balanced = profile.weight(Plugin.NODE_RESOURCES_BALANCED_ALLOCATION);
        if (balanced > 0
                && BalancedAllocation.concerns(profile.balanced(), pod.asks().exact())) {
            active.add(new BalancedAllocation(profile.balanced(), pod.asks().exact(), balanced));
        }
        var images = profile.weight(Plugin.IMAGE_LOCALITY);
        if (images > 0 && ImageLocalityScore.concerns(terms.images(), table)) {
            active.add(new ImageLocalityScore(terms.images(), terms.containers(), images));
        }
        return new Scores(active);
    }

    private static NodeScore resources(PlacementPod pod, ScoringStrategy scoring, int weight) {
        return scoring.equals(ScoringStrategy.LEAST_ALLOCATED)
                ? LeastAllocated.of(pod.asks().scored(), weight)
                : new ResourceScore(scoring, pod.asks().scored(), weight);
    }

    /** Whether the points of a row stay the same for as long as the row does. */
    public boolean areRowByRow(NodeTable table) {
        for (var score : active) if (!score.isRowByRow(table)) return false;
        return true;
    }

    /** The points of the first {@code count} rows, into the totals beside them. */
    public void total(NodeTable table, int[] rows, int count, long[] totals) {
        Arrays.fill(totals, 0, count, 0);
        for (var score : active) score.add(table, rows, count, totals);
    }
}
