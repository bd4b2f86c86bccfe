package dev.plimsoll.core.placement;

import dev.plimsoll.core.placement.filter.FilterResults;
import dev.plimsoll.core.placement.filter.Filters;
import dev.plimsoll.core.placement.filter.Reasons;
import dev.plimsoll.core.placement.profile.Plugin;
import java.util.EnumSet;
import java.util.Set;

/** Where a pod goes, or why nowhere. */
public sealed interface Decision {
    /** Where the search for the next pod begins, so that all nodes have their turn. */
    int next();

    /**
     * A node was found.
     *
     * @param score 0 where there was nothing to compare
     * @param feasible how many nodes would have done
     * @param tied how many of those have the same score, this one included: Kubernetes takes any of them
     */
    record Placed(String nodeName, long score, int feasible, int tied, int evaluated, int next) implements Decision {}

    /** No node will do. */
    record Refused(int nodes, Filters filters, FilterResults findings, int next) implements Decision {
        /** As events and conditions have it, without what preemption has to say. */
        public String message() {
            if (nodes == 0) return Reasons.NO_NODES;
            if (filters.contradicts() != null) {
                return "0/" + nodes + " nodes are available: " + filters.contradiction() + ".";
            }
            return findings.histogram(nodes);
        }

        /** The rules that refused; none where there is no node at all. */
        public Set<Plugin> plugins() {
            var contradicting = filters.contradicts();
            return contradicting == null ? findings.plugins() : EnumSet.of(contradicting);
        }

        /** Whether other pods could be sent away for this one. */
        public boolean mayPreempt() {
            return nodes > 0 && filters.contradicts() == null;
        }
    }
}
