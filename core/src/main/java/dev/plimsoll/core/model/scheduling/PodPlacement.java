package dev.plimsoll.core.model.scheduling;

import java.util.List;

/**
 * What decides where a pod may run and which quotas count it.
 *
 * @param activeDeadlineSeconds {@link #UNSET} where not given
 * @param priority {@link #UNSET} where not given
 * @param crossNamespaceAffinity whether an affinity term names other namespaces
 */
public record PodPlacement(
        String nodeName,
        String priorityClassName,
        long priority,
        long activeDeadlineSeconds,
        boolean crossNamespaceAffinity,
        List<String> schedulingGates) {

    /** Outside every value that the API accepts. */
    public static final long UNSET = Long.MIN_VALUE;

    public static final PodPlacement NONE = new PodPlacement("", "", UNSET, UNSET, false, List.of());

    public PodPlacement {
        schedulingGates = List.copyOf(schedulingGates);
    }

    public boolean isBound() {
        return !nodeName.isEmpty();
    }

    /** Whether the pod ends by itself after a given time, as the quota scope of that name asks. */
    public boolean isTerminating() {
        return activeDeadlineSeconds >= 0;
    }
}
