package dev.plimsoll.core.placement.terms;

import java.util.List;
import java.util.Map;

/** Which pods a pod must or would like to be near to, and which it must or would like to be away from. */
public record PodAffinity(
        List<PodTerm> near, List<PodTerm> apart, List<Preferred> ratherNear, List<Preferred> ratherApart) {
    public static final PodAffinity NONE = new PodAffinity(List.of(), List.of(), List.of(), List.of());

    /** A term that counts for so much. */
    public record Preferred(int weight, PodTerm term) {}

    public PodAffinity {
        near = List.copyOf(near);
        apart = List.copyOf(apart);
        ratherNear = List.copyOf(ratherNear);
        ratherApart = List.copyOf(ratherApart);
    }

    /**
     * Whether one of the terms means a pod with these labels.
     *
     * @param namespaceLabels of that pod's namespace
     */
    public boolean means(String namespace, Map<String, String> labels, Map<String, String> namespaceLabels) {
        for (var term : near) if (term.matches(namespace, labels, namespaceLabels)) return true;
        for (var term : apart) if (term.matches(namespace, labels, namespaceLabels)) return true;
        for (var wish : ratherNear) if (wish.term().matches(namespace, labels, namespaceLabels)) return true;
        for (var wish : ratherApart) if (wish.term().matches(namespace, labels, namespaceLabels)) return true;
        return false;
    }

    public boolean isEmpty() {
        return near.isEmpty() && apart.isEmpty() && ratherNear.isEmpty() && ratherApart.isEmpty();
    }
}
