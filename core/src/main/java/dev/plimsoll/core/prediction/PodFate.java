package dev.plimsoll.core.prediction;

import java.util.List;

/**
 * A pod of the cluster, or one that was made, and what becomes of it.
 *
 * @param workload whose it is, such as {@code Deployment shop/web}; empty for a pod that stands alone
 * @param from the node on which it was; empty for none
 * @param replaces name of the pod whose place it takes; empty for none
 * @param isMade whether it was not there before
 * @param doubts ids of what is not known or taken for given
 */
public record PodFate(
        String namespace,
        String name,
        String workload,
        String from,
        String replaces,
        boolean isMade,
        PodOutcome ending,
        List<String> doubts) {
    public PodFate {
        doubts = List.copyOf(doubts);
    }

    public String qualifiedName() {
        return namespace + "/" + name;
    }

    public boolean waits() {
        return ending instanceof PodOutcome.Waits;
    }
}
