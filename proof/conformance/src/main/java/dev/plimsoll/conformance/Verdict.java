package dev.plimsoll.conformance;

import java.util.List;

/** How a line came out. */
public sealed interface Verdict {
    Verdict AGREES = new Agrees();

    record Agrees() implements Verdict {}

    record Differs(List<Difference> differences) implements Verdict {
        public Differs {
            differences = List.copyOf(differences);
        }
    }

    /** Different on purpose, under a name that docs/divergences.md explains. */
    record Diverges(String name, List<Difference> differences) implements Verdict {
        public Diverges {
            differences = List.copyOf(differences);
        }
    }

    record Skipped(String reason) implements Verdict {}

    /** One value that Kubernetes decided otherwise. */
    record Difference(String what, String recorded, String ours) {
        @Override
        public String toString() {
            return what + ": recorded " + recorded + ", ours " + ours;
        }
    }
}
