package dev.plimsoll.core.placement.terms;

import java.util.Map;
import java.util.Set;

/**
 * Pods that another pod wants to be near to, or away from.
 *
 * @param topologyKey the node label whose equal values mean near
 * @param namespaces where those pods are, beside the namespaces that {@code namespaceQuery} selects
 */
public record PodTerm(String topologyKey, LabelQuery pods, Set<String> namespaces, LabelQuery namespaceQuery) {
    public PodTerm {
        namespaces = Set.copyOf(namespaces);
    }

    /**
     * Whether it means a pod with these labels.
     *
     * @param namespaceLabels of that pod's namespace
     */
    public boolean matches(String namespace, Map<String, String> labels, Map<String, String> namespaceLabels) {
        return (namespaces.contains(namespace) || namespaceQuery.matches(namespaceLabels)) && pods.matches(labels);
    }
}
