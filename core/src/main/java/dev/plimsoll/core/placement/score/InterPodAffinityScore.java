package dev.plimsoll.core.placement.score;

import dev.plimsoll.core.placement.filter.Domains;
import dev.plimsoll.core.placement.table.NodeTable;
import dev.plimsoll.core.placement.table.PodGroup;
import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Map;
import java.util.stream.Stream;

/** Wishes to be near other pods or away from them, those of the pod and those of the pods that are there. */
final class InterPodAffinityScore implements NodeScore {
    private final Domains domains = new Domains();
    private final PlacementPod pod;
    private final Map<String, Map<String, String>> namespaces;
    private final int hardWeight;
    private final int weight;

    private InterPodAffinityScore(
            PlacementPod pod, Map<String, Map<String, String>> namespaces, int hardWeight, int weight) {
        this.pod = pod;
        this.namespaces = namespaces;
        this.hardWeight = hardWeight;
        this.weight = weight;
    }

    static InterPodAffinityScore of(
            PlacementPod pod,
            NodeTable table,
            Map<String, Map<String, String>> namespaces,
            int hardWeight,
            int weight) {
        var score = new InterPodAffinityScore(pod, namespaces, hardWeight, weight);
        var affinity = pod.terms().podAffinity();
        var own = Stream.concat(affinity.ratherNear().stream(), affinity.ratherApart().stream())
                .map(PodAffinity.Preferred::term)
                .toList();
        var labels = namespaces.getOrDefault(pod.key().namespace(), Map.of());
        for (var group : table.groupsAround(pod, own, labels)) score.count(group, table);
        return score;
    }

    boolean isIdle() {
        return domains.isEmpty();
    }

    /** Terms are held against a group once: whom they mean is the same on every node. */
    private void count(PodGroup group, NodeTable table) {
        var own = pod.terms().podAffinity();
        for (var wish : own.ratherNear()) {
            if (means(wish.term(), group)) add(wish.term(), wish.weight(), group, table);
        }
        for (var wish : own.ratherApart()) {
            if (means(wish.term(), group)) add(wish.term(), -wish.weight(), group, table);
        }
        var theirs = group.affinity();
        for (var term : theirs.near()) {
            if (meansPod(term)) add(term, hardWeight, group, table);
        }
        for (var wish : theirs.ratherNear()) {
            if (meansPod(wish.term())) add(wish.term(), wish.weight(), group, table);
        }
        for (var wish : theirs.ratherApart()) {
            if (meansPod(wish.term())) add(wish.term(), -wish.weight(), group, table);
        }
    }

    private void add(PodTerm term, long points, PodGroup group, NodeTable table) {
        group.forEachRow((row, pods) -> {
            if (table.isNode(row)) domains.add(term.topologyKey(), table.node(row), points * pods);
        });
    }

    private boolean means(PodTerm term, PodGroup group) {
        return term.matches(group.namespace(), group.labels(), namespaces.getOrDefault(group.namespace(), Map.of()));
    }

    private boolean meansPod(PodTerm term) {
        var namespace = pod.key().namespace();
        return term.matches(namespace, pod.labels(), namespaces.getOrDefault(namespace, Map.of()));
    }

    @Override
    public void add(NodeTable table, int[] rows, int count, long[] totals) {
        var raw = new long[count];
        var most = Long.MIN_VALUE;
        var least = Long.MAX_VALUE;
        for (var i = 0; i < count; i++) {
            raw[i] = domains.sumAt(table.node(rows[i]));
            most = Math.max(most, raw[i]);
            least = Math.min(least, raw[i]);
        }
        if (most == least) return;
        for (var i = 0; i < count; i++) {
            totals[i] += weight * (long) (100 * ((double) (raw[i] - least) / (most - least)));
        }
    }

    @Override
    public boolean isRowByRow(NodeTable table) {
        return false;
    }
}
