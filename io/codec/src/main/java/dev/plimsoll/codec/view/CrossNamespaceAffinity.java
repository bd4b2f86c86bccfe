package dev.plimsoll.codec.view;

import java.util.List;

/** Tells whether a pod's affinity looks into other namespaces, which a quota scope of that name asks. */
final class CrossNamespaceAffinity {
    private CrossNamespaceAffinity() {}

    static boolean isUsedBy(Cursor affinity) {
        var found = false;
        for (var kind : List.of("podAffinity", "podAntiAffinity")) {
            var terms = affinity.object(kind);
            var required = terms.list(
                    "requiredDuringSchedulingIgnoredDuringExecution", CrossNamespaceAffinity::crossesNamespaces);
            var preferred = terms.list(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    weighted -> crossesNamespaces(weighted.object("podAffinityTerm")));
            found |= required.contains(true) || preferred.contains(true);
        }
        return found;
    }

    private static boolean crossesNamespaces(Cursor term) {
        return !term.texts("namespaces").isEmpty() || term.has("namespaceSelector");
    }
}
