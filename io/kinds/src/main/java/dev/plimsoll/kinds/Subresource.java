package dev.plimsoll.kinds;

import java.util.Set;

/**
 * A part of an object with a path of its own.
 *
 * @param group of the kind that is sent to it; empty for core
 * @param kind that is sent to it and comes back
 */
public record Subresource(String name, String group, String version, String kind, Set<Verb> verbs) {
    public Subresource {
        verbs = Set.copyOf(verbs);
    }

    /** Whether requests are handed on to a container or program, and not answered with an object. */
    public boolean connects() {
        return kind.endsWith("Options");
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
