package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.ClaimedVolumes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that count for one pod, in Kubernetes' order. Rules that cannot refuse any node now are left out: most pods are left
 * with one.
 *
 * @param only the nodes that can come into question by name; null for all
 * @param onlyBy the rules that say so
 * @param contradiction why no node can come into question at all; empty otherwise
 */
public record Filters(
        List<NodeFilter> active,
        @Nullable Set<String> only,
        List<String> onlyBy,
        @Nullable Plugin contradicts,
        String contradiction) {

    public static Filters of(PlacementPod pod, NodeTable table, PlacementContext around) {
        if (pod.isAssigned() && pod.schedulingStatus().resizeIsDeferred()) return ofDeferred(pod, around);
        var profile = around.profile();
        var terms = pod.terms();
        var active = new ArrayList<NodeFilter>(4);
        var onlyBy = new ArrayList<String>();
        Set<String> only = null;
        if (profile.has(Plugin.NODE_NAME) && pod.isAssigned()) {
            active.add(new NodeFilters.Named(pod.nodeName()));
            only = Set.of(pod.nodeName());
            onlyBy.add(Plugin.NODE_NAME.kubernetesName());
        }
        if (profile.has(Plugin.NODE_UNSCHEDULABLE)
                && table.hasUnschedulable()
                && !Taint.UNSCHEDULABLE.isToleratedBy(terms.tolerations())) {
            active.add(new NodeFilters.Schedulable());
        }
        if (profile.has(Plugin.TAINT_TOLERATION) && table.hasTaints()) {
            active.add(new NodeFilters.Tolerated(terms.tolerations()));
        }
        if (profile.has(Plugin.NODE_AFFINITY)) {
            if (profile.addedAffinity().isRequired()) active.add(new NodeFilters.Enforced(profile.addedAffinity()));
            var named = terms.nodeAffinity().namedNodes();
            if (named.isPresent()) {
                if (named.get().isEmpty()) {
                    return new Filters(List.of(), null, List.of(), Plugin.NODE_AFFINITY, Reasons.AFFINITY_CONFLICT);
                }
                if (only == null) only = named.get();
                else only = only.stream().filter(named.get()::contains).collect(java.util.stream.Collectors.toSet());
                onlyBy.add(Plugin.NODE_AFFINITY.kubernetesName());
            }
            if (terms.choosesNodes()) active.add(new NodeFilters.Chosen(terms));
        }
        if (profile.has(Plugin.NODE_PORTS) && !terms.ports().isEmpty()) {
            active.add(new NodeFilters.FreePorts(terms.ports()));
        }
        if (profile.has(Plugin.NODE_RESOURCES_FIT))
            active.add(ResourceFit.of(pod.asks().exact(), profile));
        if (around.alignsNuma() && pod.pinned() != null && table.hasZones()) {
            active.add(new NumaFit(pod.key().uid(), pod.pinned()));
        }
        if (profile.has(Plugin.VOLUME_BINDING)
                && around.volumesOrNull() != null
                && !terms.claims().isEmpty()) {
            var claimed = ClaimedVolumes.of(pod, around.volumesOrNull());
            if (!claimed.problem().isEmpty())
                return new Filters(List.of(), null, List.of(), Plugin.VOLUME_BINDING, claimed.problem());
            active.add(new VolumeBindingFilter(claimed));
        }
        if (profile.has(Plugin.POD_TOPOLOGY_SPREAD) && !terms.spread().isEmpty()) {
            var hard = terms.spread().stream().filter(SpreadConstraint::isHard).toList();
            if (!hard.isEmpty()) active.add(PodTopologySpreadFilter.of(pod, hard, table));
        }
        if (profile.has(Plugin.INTER_POD_AFFINITY)
                && (!terms.podAffinity().isEmpty() || !table.particularGroups().isEmpty())) {
            var neighbours = InterPodAffinityFilter.of(pod, table, around.namespaces());
            if (!neighbours.isIdle()) active.add(neighbours);
        }
        if (profile.has(Plugin.NODE_DECLARED_FEATURES) && !terms.features().isEmpty()) {
            active.add(new NodeFilters.Declared(terms.features()));
        }
        if (only != null && only.isEmpty()) {
            var plugins = String.join(" ", onlyBy);
            var message = onlyBy.size() == 1
                    ? "node(s) didn't satisfy plugin " + plugins
                    : "node(s) didn't satisfy plugin(s) [" + plugins + "] simultaneously";
            return new Filters(List.of(), null, List.of(), Plugin.NODE_AFFINITY, message);
        }
        return new Filters(active, only, onlyBy, null, "");
    }

    /** A pod that has its node and only waits for more room on it. */
    private static Filters ofDeferred(PlacementPod pod, PlacementContext around) {
        List<NodeFilter> active = List.of(
                new NodeFilters.Named(pod.nodeName()),
                new NodeFilters.MayMakeRoom(pod.nodeName()),
                new DeferredFit(pod, around.profile()));
        return new Filters(active, Set.of(pod.nodeName()), List.of(Plugin.NODE_NAME.kubernetesName()), null, "");
    }

    /** Whether what is said about a row depends on nothing but that row. */
    public boolean areRowByRow() {
        if (only != null || contradicts != null) return false;
        for (var i = 0; i < active.size(); i++) if (active.get(i).looksAround()) return false;
        return true;
    }

    public boolean admit(NodeTable table, int row, FilterResults findings) {
        for (var i = 0; i < active.size(); i++) if (!active.get(i).admits(table, row, findings)) return false;
        return true;
    }

    /** Refuses all nodes outside those that can come into question. */
    public void refuseOthers(NodeTable table, FilterResults findings) {
        if (only == null) return;
        var reason = Reasons.outside(onlyBy);
        var plugin =
                onlyBy.getFirst().equals(Plugin.NODE_NAME.kubernetesName()) ? Plugin.NODE_NAME : Plugin.NODE_AFFINITY;
        for (var row : table.order()) {
            if (!only.contains(table.node(row).name())) findings.refuseForGood(row, plugin, reason);
        }
    }

    /** The same rules, for playing something through. */
    public Filters copy() {
        var copies = new ArrayList<NodeFilter>(active.size());
        for (var filter : active) copies.add(filter.copy());
        return new Filters(copies, only, onlyBy, contradicts, contradiction);
    }

    /** A pod came onto a node (1) or left it (-1), while something is played through. */
    public void moved(dev.plimsoll.core.placement.view.PlacementNode node, PlacementPod pod, int change) {
        for (var filter : active) filter.moved(node, pod, change);
    }
}
