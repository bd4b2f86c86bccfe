package dev.plimsoll.core.estimation.replicas;

import java.util.List;

/** The replicas that all metrics together ask for, or why nothing is scaled. */
public sealed interface ScalingDecision {
    record Scale(int replicas) implements ScalingDecision {}

    /**
     * Nothing is done.
     *
     * @param reason that of the condition ScalingActive, which is then False
     */
    record Inactive(String reason, String message) implements ScalingDecision {}

    /** What a horizontal pod autoscaler allows. */
    record Range(int minReplicas, int maxReplicas) {
        /** The most that one step may go to without a behaviour of its own. */
        static int stepLimit(int current) {
            return Math.max(2 * current, 4);
        }

        int hold(int replicas, int current) {
            var stepped = Math.min(replicas, stepLimit(current));
            return Math.max(minReplicas, Math.min(stepped, maxReplicas));
        }
    }

    /** The largest proposal counts; fewer replicas only if every metric can be read. */
    static ScalingDecision of(List<Proposal> proposals, int current, Range range) {
        var largest = -1;
        Proposal.Invalid failed = null;
        for (var proposal : proposals) {
            switch (proposal) {
                case Proposal.Replicas(var replicas, var _, var _) -> largest = Math.max(largest, replicas);
                case Proposal.Invalid invalid -> failed = failed == null ? invalid : failed;
            }
        }
        if (failed != null && largest < current) return new Inactive(failed.reason(), failed.message());
        return new Scale(range.hold(Math.max(largest, 0), current));
    }
}
