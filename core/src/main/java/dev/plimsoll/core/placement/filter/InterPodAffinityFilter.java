package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Required affinity and anti-affinity between pods, in both directions.
 *
 * <p>The first pod of a set that wants to be together finds nobody: it may go anywhere that has the labels, if it is one of those
 * whom it looks for.
 */
final class InterPodAffinityFilter implements NodeFilter {
    private final PlacementPod pod;
    private final Map<String, Map<String, String>> namespaces;
    private final Domains near;
    private final Domains apart;
    private final Domains existingApart;
    private final boolean wantsItself;

    private InterPodAffinityFilter(
            PlacementPod pod,
            Map<String, Map<String, String>> namespaces,
            Domains near,
            Domains apart,
            Domains existingApart) {
        this.pod = pod;
        this.namespaces = namespaces;
        this.near = near;
        this.apart = apart;
        this.existingApart = existingApart;
        this.wantsItself =
                matchesAll(pod.terms().podAffinity().near(), pod.key().namespace(), pod.labels());
    }

    static InterPodAffinityFilter of(PlacementPod pod, NodeTable table, Map<String, Map<String, String>> namespaces) {
        var filter = new InterPodAffinityFilter(pod, namespaces, new Domains(), new Domains(), new Domains());
        var affinity = pod.terms().podAffinity();
        var own = Stream.concat(affinity.near().stream(), affinity.apart().stream())
                .toList();
        var labels = namespaces.getOrDefault(pod.key().namespace(), Map.of());
        for (var group : table.groupsAround(pod, own, labels)) {
            if (!filter.isAffectedBy(
                    group.namespace(), group.labels(), group.affinity().apart())) continue;
            group.forEachRow((row, pods) -> {
                if (!table.isNode(row)) return;
                filter.count(
                        table.node(row),
                        group.namespace(),
                        group.labels(),
                        group.affinity().apart(),
                        pods);
            });
        }
        return filter;
    }

    /** Whether it can refuse any node at all. */
    boolean isIdle() {
        var affinity = pod.terms().podAffinity();
        return affinity.near().isEmpty() && affinity.apart().isEmpty() && existingApart.isEmpty();
    }

    private boolean isAffectedBy(String namespace, Map<String, String> labels, List<PodTerm> theirs) {
        var affinity = pod.terms().podAffinity();
        if (!affinity.near().isEmpty() && matchesAll(affinity.near(), namespace, labels)) return true;
        for (var term : affinity.apart()) if (matches(term, namespace, labels)) return true;
        for (var term : theirs) if (matches(term, pod.key().namespace(), pod.labels())) return true;
        return false;
    }

    private void count(
            PlacementNode node, String namespace, Map<String, String> labels, List<PodTerm> theirs, int change) {
        var affinity = pod.terms().podAffinity();
        if (!affinity.near().isEmpty() && matchesAll(affinity.near(), namespace, labels)) {
            for (var term : affinity.near()) near.add(term.topologyKey(), node, change);
        }
        for (var term : affinity.apart()) {
            if (matches(term, namespace, labels)) apart.add(term.topologyKey(), node, change);
        }
        for (var term : theirs) {
            if (matches(term, pod.key().namespace(), pod.labels())) existingApart.add(term.topologyKey(), node, change);
        }
    }

    private boolean matches(PodTerm term, String namespace, Map<String, String> labels) {
        return term.matches(namespace, labels, namespaces.getOrDefault(namespace, Map.of()));
    }

    private boolean matchesAll(List<PodTerm> terms, String namespace, Map<String, String> labels) {
        for (var term : terms) if (!matches(term, namespace, labels)) return false;
        return true;
    }

    @Override
    public Plugin plugin() {
        return Plugin.INTER_POD_AFFINITY;
    }

    @Override
    public boolean admits(NodeTable table, int row, FilterResults findings) {
        var node = table.node(row);
        if (!findsCompany(node)) {
            findings.refuseForGood(row, plugin(), Reasons.NEAR);
            return false;
        }
        for (var term : pod.terms().podAffinity().apart()) {
            if (apart.at(term.topologyKey(), node) == 0) continue;
            findings.refuse(row, plugin(), Reasons.APART);
            return false;
        }
        if (!existingApart.isEmpty() && existingApart.sumAt(node) > 0) {
            findings.refuse(row, plugin(), Reasons.EXISTING_APART);
            return false;
        }
        return true;
    }

    private boolean findsCompany(PlacementNode node) {
        var terms = pod.terms().podAffinity().near();
        var found = true;
        for (var term : terms) {
            if (!node.labels().containsKey(term.topologyKey())) return false;
            if (near.at(term.topologyKey(), node) == 0) found = false;
        }
        return found || (near.isEmpty() && wantsItself);
    }

    @Override
    public boolean looksAround() {
        return true;
    }

    @Override
    public NodeFilter copy() {
        return new InterPodAffinityFilter(pod, namespaces, near.copy(), apart.copy(), existingApart.copy());
    }

    @Override
    public void moved(PlacementNode node, PlacementPod moving, int change) {
        count(
                node,
                moving.key().namespace(),
                moving.labels(),
                moving.terms().podAffinity().apart(),
                change);
    }
}
