package dev.plimsoll.core.topology.hints;

import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.List;

/** All the sets of nodes from which one resource of a container or pod could be given. */
public sealed interface HintList {
    /** Nothing is asked, or no matter from where. */
    record Indifferent() implements HintList {}

    /** No set of nodes can give it. */
    record Unsatisfiable() implements HintList {}

    /** Sets listed one by one; at least one, none of them empty. */
    record Listed(List<Hint> hints) implements HintList {
        public Listed {
            hints = List.copyOf(hints);
            if (hints.isEmpty()) throw new IllegalArgumentException("an empty list of hints is Unsatisfiable");
        }
    }

    /**
     * Sets that follow from a rule, never listed: some fixed ones, and all that together have enough.
     *
     * @param fixed sets that are members as they are, disjoint from each other and from the nodes of {@code enough}
     * @param enough the rest of the members
     * @param copies how many resources have this same list; each makes its own choice
     */
    record Family(List<NodeMask> fixed, Enough enough, Preference preference, int copies) implements HintList {
        public Family {
            fixed = List.copyOf(fixed);
        }

        boolean contains(long mask) {
            return fixed.contains(new NodeMask(mask)) || enough.contains(mask);
        }
    }

    HintList INDIFFERENT = new Indifferent();
    HintList UNSATISFIABLE = new Unsatisfiable();
}
