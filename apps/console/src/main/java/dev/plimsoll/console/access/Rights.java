package dev.plimsoll.console.access;

import java.util.Set;

/**
 * What a viewer may see, by the API server's answers.
 *
 * @param pods namespaces whose pods may be listed
 * @param nodes whether nodes may be listed
 * @param quotas namespaces whose quotas may be listed
 * @param limits namespaces whose LimitRanges may be listed
 * @param autoscalers namespaces whose vertical pod autoscalers may be listed
 * @param resizes namespaces whose pods may be resized
 */
public record Rights(
        Namespaces pods,
        boolean nodes,
        Namespaces quotas,
        Namespaces limits,
        Namespaces autoscalers,
        Namespaces resizes) {
    public static final Rights NONE =
            new Rights(Namespaces.NONE, false, Namespaces.NONE, Namespaces.NONE, Namespaces.NONE, Namespaces.NONE);

    /**
     * Some namespaces, or all.
     *
     * @param names empty where all are meant
     */
    public record Namespaces(boolean areAll, Set<String> names) {
        public static final Namespaces ALL = new Namespaces(true, Set.of());
        public static final Namespaces NONE = new Namespaces(false, Set.of());

        public Namespaces {
            names = Set.copyOf(names);
        }

        public boolean contain(String namespace) {
            return areAll || names.contains(namespace);
        }

        public boolean areNone() {
            return !areAll && names.isEmpty();
        }
    }
}
