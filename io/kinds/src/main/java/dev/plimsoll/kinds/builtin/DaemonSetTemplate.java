package dev.plimsoll.kinds.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.KindTraits;

/** How often the template of a DaemonSet has changed, which older clients read from an annotation. */
final class DaemonSetTemplate {
    private static final String GENERATION = "deprecated.daemonset.template.generation";

    private DaemonSetTemplate() {}

    static void first(ObjectNode document) {
        if (!document.path("metadata").path("annotations").has(GENERATION)) note(document, "1");
    }

    static void count(KindTraits.Change change) {
        var before = change.stored()
                .path("metadata")
                .path("annotations")
                .path(GENERATION)
                .asLong(1);
        var same = change.sent()
                .path("spec")
                .path("template")
                .equals(change.stored().path("spec").path("template"));
        note(change.sent(), Long.toString(same ? before : before + 1));
    }

    private static void note(ObjectNode document, String generation) {
        document.withObject("/metadata/annotations").put(GENERATION, generation);
    }
}
