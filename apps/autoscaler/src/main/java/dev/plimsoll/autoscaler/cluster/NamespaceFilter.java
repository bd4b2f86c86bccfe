package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.ObjectSelection;
import java.util.Set;

/**
 * In which namespaces VerticalPodAutoscalers count.
 *
 * @param only the one; empty for all
 * @param ignored those that do not count
 */
public record NamespaceFilter(String only, Set<String> ignored) {
    public static final NamespaceFilter ALL = new NamespaceFilter("", Set.of());

    public NamespaceFilter {
        ignored = Set.copyOf(ignored);
    }

    public boolean include(String namespace) {
        return (only.isEmpty() || only.equals(namespace)) && !ignored.contains(namespace);
    }

    ObjectSelection selection() {
        return only.isEmpty() ? ObjectSelection.ALL : ObjectSelection.inNamespace(only);
    }
}
