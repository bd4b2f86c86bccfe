package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pods are not to be more uneven over the values of a label than a constraint allows. */
public final class PodTopologySpreadFilter implements NodeFilter {
    private final PlacementPod pod;
    private final List<SpreadConstraint> constraints;
    private final List<Map<String, Integer>> domains;
    /** The fewest pods that any domain of each constraint has. */
    private final int[] least;

    private PodTopologySpreadFilter(
            PlacementPod pod, List<SpreadConstraint> constraints, List<Map<String, Integer>> domains) {
        this.pod = pod;
        this.constraints = constraints;
        this.domains = domains;
        this.least = new int[constraints.size()];
        for (var i = 0; i < least.length; i++) least[i] = least(constraints.get(i), domains.get(i));
    }

    static PodTopologySpreadFilter of(PlacementPod pod, List<SpreadConstraint> hard, NodeTable table) {
        var domains = new ArrayList<Map<String, Integer>>();
        for (var constraint : hard) domains.add(count(pod, hard, constraint, table));
        return new PodTopologySpreadFilter(pod, hard, domains);
    }

    /** How many pods each value of the label has, on nodes that count. */
    public static Map<String, Integer> count(
            PlacementPod pod, List<SpreadConstraint> together, SpreadConstraint constraint, NodeTable table) {
        var counts = new HashMap<String, Integer>();
        for (var row : table.order()) {
            var node = table.node(row);
            if (counts(pod, together, constraint, node)) {
                counts.putIfAbsent(node.labels().getOrDefault(constraint.topologyKey(), ""), 0);
            }
        }
        for (var group : table.groupsIn(pod.key().namespace())) {
            if (group.isDeleting()) continue;
            if (constraint.pods().isEmpty() || !constraint.pods().matches(group.labels())) continue;
            group.forEachRow((row, pods) -> {
                if (!table.isNode(row)) return;
                var node = table.node(row);
                if (!counts(pod, together, constraint, node)) return;
                counts.merge(node.labels().getOrDefault(constraint.topologyKey(), ""), pods, Integer::sum);
            });
        }
        return counts;
    }

    /** Whether a node is one over which pods are spread. */
    private static boolean counts(
            PlacementPod pod, List<SpreadConstraint> together, SpreadConstraint constraint, PlacementNode node) {
        for (var each : together) if (!node.labels().containsKey(each.topologyKey())) return false;
        if (constraint.honorsAffinity() && !pod.terms().admits(node.name(), node.labels())) return false;
        return !constraint.honorsTaints()
                || Taint.areTolerated(node.taints(), pod.terms().tolerations());
    }

    @Override
    public Plugin plugin() {
        return Plugin.POD_TOPOLOGY_SPREAD;
    }

    @Override
    public boolean admits(NodeTable table, int row, FilterResults findings) {
        var labels = table.node(row).labels();
        for (var i = 0; i < constraints.size(); i++) {
            var constraint = constraints.get(i);
            var value = labels.get(constraint.topologyKey());
            if (value == null) {
                findings.refuseForGood(row, plugin(), Reasons.SPREAD_LABEL);
                return false;
            }
            var counts = domains.get(i);
            var self = constraint.pods().matches(pod.labels()) ? 1 : 0;
            if (counts.getOrDefault(value, 0) + self - least[i] > constraint.maxSkew()) {
                findings.refuse(row, plugin(), Reasons.SPREAD);
                return false;
            }
        }
        return true;
    }

    private static int least(SpreadConstraint constraint, Map<String, Integer> counts) {
        if (counts.size() < constraint.minDomains()) return 0;
        var least = Integer.MAX_VALUE;
        for (var count : counts.values()) least = Math.min(least, count);
        return counts.isEmpty() ? 0 : least;
    }

    @Override
    public boolean looksAround() {
        return true;
    }

    @Override
    public NodeFilter copy() {
        var copies = new ArrayList<Map<String, Integer>>();
        for (var counts : domains) copies.add(new HashMap<>(counts));
        return new PodTopologySpreadFilter(pod, constraints, copies);
    }

    @Override
    public void moved(PlacementNode node, PlacementPod moving, int change) {
        if (moving.schedulingStatus().isDeleting()
                || !moving.key().namespace().equals(pod.key().namespace())) return;
        for (var i = 0; i < constraints.size(); i++) {
            var constraint = constraints.get(i);
            if (constraint.pods().isEmpty() || !constraint.pods().matches(moving.labels())) continue;
            if (!counts(pod, constraints, constraint, node)) continue;
            domains.get(i).merge(node.labels().getOrDefault(constraint.topologyKey(), ""), change, Integer::sum);
            least[i] = least(constraint, domains.get(i));
        }
    }
}
