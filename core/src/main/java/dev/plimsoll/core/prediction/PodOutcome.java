package dev.plimsoll.core.prediction;

import java.util.List;

/** What becomes of a pod. */
public sealed interface PodOutcome {
    /** It stays where it was. */
    record Stays(String node) implements PodOutcome {}

    /**
     * It is placed.
     *
     * @param feasible how many nodes would have done
     * @param tied how many of those were as good, this one included
     * @param victims pods that were sent away for it
     */
    record Placed(String node, int feasible, int tied, List<String> victims) implements PodOutcome {
        public Placed {
            victims = List.copyOf(victims);
        }
    }

    /**
     * No node will do.
     *
     * @param message as its condition would have it
     * @param refusals all reasons, by class of node
     */
    record Waits(String message, List<ClassRefusal> refusals) implements PodOutcome {
        public Waits {
            refusals = List.copyOf(refusals);
        }
    }

    /** Nobody here knows who places it, or whether. */
    record Unknown(String why) implements PodOutcome {}

    /** It was placed, and the node does not let it in. */
    record Refused(String node, String reason, String message) implements PodOutcome {}

    /**
     * It is no more.
     *
     * @param by who sent it away: a pod, a node, a workload; empty where nobody is to be named
     */
    record Gone(Cause cause, String by) implements PodOutcome {}

    /** Why a pod goes. */
    enum Cause {
        /** Somebody had deleted it before. */
        DELETED,
        EVICTED,
        PREEMPTED,
        NODE_REMOVED,
        SCALED_DOWN,
        UPDATED
    }

    /**
     * What nodes of a class say to a pod.
     *
     * @param nodes how many of the class there are
     * @param reasons each with the number of nodes that give it
     */
    record ClassRefusal(String nodeClass, int nodes, List<Count> reasons) {
        public ClassRefusal {
            reasons = List.copyOf(reasons);
        }
    }

    record Count(String reason, int nodes) {}

    /** The node on which it is in the end; empty for none. */
    default String node() {
        return switch (this) {
            case Stays(var node) -> node;
            case Placed placed -> placed.node;
            case Waits _, Unknown _, Refused _, Gone _ -> "";
        };
    }
}
