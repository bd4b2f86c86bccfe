package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.Rule;

/**
 * Why a pod is refused.
 *
 * @param reason the one word of the pod's status and of its Event
 * @param message the text of both
 */
public record TopologyRefusal(String reason, String message, Rule rule) {
    static final String UNEXPECTED = "UnexpectedAdmissionError";

    /** An allocation that failed for a reason that upstream has no word for. */
    static TopologyRefusal unexpected(String problem, Rule rule) {
        return new TopologyRefusal(UNEXPECTED, "Allocate failed due to " + problem + ", which is unexpected", rule);
    }

    static TopologyRefusal smt(String problem) {
        return new TopologyRefusal("SMTAlignmentError", "SMT Alignment Error: " + problem, Rule.SMT);
    }

    static TopologyRefusal emptySharedPool(String message) {
        return new TopologyRefusal("EmptyPodSharedPoolError", message, Rule.EMPTY_SHARED_POOL);
    }

    static TopologyRefusal notAligned(String message) {
        return new TopologyRefusal("TopologyAffinityError", message, Rule.NOT_ALIGNED);
    }
}
