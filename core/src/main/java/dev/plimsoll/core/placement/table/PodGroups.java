package dev.plimsoll.core.placement.table;

import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pods that are alike to terms, together: who looks for pods that a term means looks at each group once. */
final class PodGroups {
    private static final int MOST_MEANT = 4096;

    private final Map<PodGroup.Key, PodGroup> groups = new HashMap<>();
    /** The same by namespace: most terms are about pods of one. */
    private final Map<String, Set<PodGroup>> ofNamespace = new HashMap<>();
    /** Those of the groups whose pods have terms about other pods. */
    private final Map<PodGroup.Key, PodGroup> particular = new HashMap<>();
    /** Those of the particular groups that mean a pod, which is asked for again with every pod like it. */
    private final Map<Meant, List<PodGroup>> meant = new HashMap<>();

    /** @param namespaceLabels of the pod's namespace */
    private record Meant(String namespace, Map<String, String> labels, Map<String, String> namespaceLabels) {}

    void add(PlacementPod pod, int row) {
        var key = PodGroup.Key.of(pod);
        var group = groups.get(key);
        if (group == null) {
            group = new PodGroup(key);
            groups.put(key, group);
            ofNamespace
                    .computeIfAbsent(group.namespace(), _ -> new LinkedHashSet<>())
                    .add(group);
        }
        group.counts.add(row, 1);
        if (!key.affinity().isEmpty() && particular.put(key, group) == null) meant.clear();
    }

    void remove(PlacementPod pod, int row) {
        var key = PodGroup.Key.of(pod);
        var group = groups.get(key);
        if (group == null) return;
        group.counts.add(row, -1);
        if (group.counts.total() > 0) return;
        groups.remove(key);
        if (particular.remove(key) != null) meant.clear();
        var others = ofNamespace.get(group.namespace());
        if (others == null) return;
        others.remove(group);
        if (others.isEmpty()) ofNamespace.remove(group.namespace());
    }

    Collection<PodGroup> all() {
        return groups.values();
    }

    Collection<PodGroup> in(String namespace) {
        return ofNamespace.getOrDefault(namespace, Set.of());
    }

    Collection<PodGroup> particular() {
        return particular.values();
    }

    Collection<PodGroup> around(PlacementPod pod, Collection<PodTerm> terms, Map<String, String> namespaceLabels) {
        var meaning = meaning(pod, namespaceLabels);
        if (terms.isEmpty()) return meaning;
        var around = new LinkedHashSet<>(meaning);
        for (var term : terms) {
            if (term.namespaceQuery().isGiven()) return all();
            for (var namespace : term.namespaces()) around.addAll(in(namespace));
        }
        return around;
    }

    List<PodGroup> meaning(PlacementPod pod, Map<String, String> namespaceLabels) {
        if (particular.isEmpty()) return List.of();
        var key = new Meant(pod.key().namespace(), pod.labels(), namespaceLabels);
        var known = meant.get(key);
        if (known != null) return known;
        if (meant.size() == MOST_MEANT) meant.clear();
        var found = particular.values().stream()
                .filter(group -> group.affinity().means(pod.key().namespace(), pod.labels(), namespaceLabels))
                .toList();
        meant.put(key, found);
        return found;
    }
}
