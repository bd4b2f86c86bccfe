package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What became of an applied configuration. */
public sealed interface ApplyOutcome {
    /** The object with the configuration in it and its managers brought up to date. */
    record Applied(ObjectNode tree) implements ApplyOutcome {}

    /** Others own what the configuration would change (409). */
    record Conflicting(List<Conflict> conflicts, String message) implements ApplyOutcome {
        public Conflicting {
            conflicts = List.copyOf(conflicts);
        }
    }

    /** The configuration cannot be applied to anything (400). */
    record Refused(String message) implements ApplyOutcome {}

    /** The configuration does not fit the schema of its kind (500, as in Kubernetes). */
    record Mistyped(String problems) implements ApplyOutcome {}
}
