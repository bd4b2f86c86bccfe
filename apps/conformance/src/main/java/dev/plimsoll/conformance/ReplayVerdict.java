package dev.plimsoll.conformance;

import java.util.List;

/** How a line came out. */
public sealed interface ReplayVerdict {
    ReplayVerdict AGREES = new Agrees();

    record Agrees() implements ReplayVerdict {}

    record Differs(List<Difference> differences) implements ReplayVerdict {
        public Differs {
            differences = List.copyOf(differences);
        }
    }

    /** Different on purpose, under a name that docs/divergences.md explains. */
    record Diverges(String name, List<Difference> differences) implements ReplayVerdict {
        public Diverges {
            differences = List.copyOf(differences);
        }
    }

    record Skipped(String reason) implements ReplayVerdict {}

    /** One value that Kubernetes decided otherwise. */
    record Difference(String what, String recorded, String ours) {
        @Override
        public String toString() {
            return what + ": recorded " + recorded + ", ours " + ours;
        }
    }
}
