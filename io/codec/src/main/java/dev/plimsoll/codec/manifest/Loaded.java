package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import java.util.List;

/** What loading gave: all objects that were found, in order, or the first problem. */
public sealed interface Loaded {
    /** At least one object. */
    record Documents(List<Manifest> manifests) implements Loaded {
        public Documents {
            manifests = List.copyOf(manifests);
        }
    }

    record Unreadable(ManifestProblem problem) implements Loaded {
        /** The one line to show: {@code FILE:LINE:COLUMN: what is wrong}. */
        public String line() {
            return problem.line();
        }

        /** Whether nothing is wrong but that there is no object, as in a list without items. */
        public boolean isEmpty() {
            return problem instanceof ManifestProblem.InSource(var _, var text) && text.equals(ProblemText.NO_OBJECT);
        }
    }
}
