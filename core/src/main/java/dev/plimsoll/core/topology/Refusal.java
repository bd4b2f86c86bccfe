package dev.plimsoll.core.topology;

/**
 * Why a pod is refused.
 *
 * @param reason the one word of the pod's status and of its Event
 * @param message the text of both
 */
public record Refusal(String reason, String message, Rule rule) {
    static final String UNEXPECTED = "UnexpectedAdmissionError";

    /** An allocation that failed for a reason that upstream has no word for. */
    static Refusal unexpected(String problem, Rule rule) {
        return new Refusal(UNEXPECTED, "Allocate failed due to " + problem + ", which is unexpected", rule);
    }

    static Refusal smt(String problem) {
        return new Refusal("SMTAlignmentError", "SMT Alignment Error: " + problem, Rule.SMT);
    }

    static Refusal emptySharedPool(String message) {
        return new Refusal("EmptyPodSharedPoolError", message, Rule.EMPTY_SHARED_POOL);
    }

    static Refusal notAligned(String message) {
        return new Refusal("TopologyAffinityError", message, Rule.NOT_ALIGNED);
    }
}
