package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.Selection;
import java.util.Set;

/**
 * In which namespaces VerticalPodAutoscalers count.
 *
 * @param only the one; empty for all
 * @param ignored those that do not count
 */
public record Namespaces(String only, Set<String> ignored) {
    public static final Namespaces ALL = new Namespaces("", Set.of());

    public Namespaces {
        ignored = Set.copyOf(ignored);
    }

    public boolean include(String namespace) {
        return (only.isEmpty() || only.equals(namespace)) && !ignored.contains(namespace);
    }

    Selection selection() {
        return only.isEmpty() ? Selection.ALL : Selection.inNamespace(only);
    }
}
