package dev.plimsoll.core.workloads.statefulset;

import dev.plimsoll.core.workloads.IntOrString;
import java.util.OptionalInt;

/**
 * What a stateful set asks for.
 *
 * @param firstOrdinal of its pods
 * @param isParallel whether pods are made and deleted without waiting for each other
 * @param updatesOnDelete whether pods are only updated when somebody deletes them
 * @param partition pods below it, counted from the first, stay at the current revision
 */
public record StatefulSetSpec(
        String name,
        boolean isBeingDeleted,
        int firstOrdinal,
        int replicas,
        int minReadySeconds,
        boolean isParallel,
        boolean updatesOnDelete,
        int partition,
        IntOrString maxUnavailable) {
    public StatefulSetSpec withReplicas(int changed) {
        return new StatefulSetSpec(
                name,
                isBeingDeleted,
                firstOrdinal,
                changed,
                minReadySeconds,
                isParallel,
                updatesOnDelete,
                partition,
                maxUnavailable);
    }

    /** The name of the pod with an ordinal. */
    public String podName(int ordinal) {
        return name + "-" + ordinal;
    }

    /** The ordinal of a pod; empty for a name that the set would not give. */
    public OptionalInt ordinal(String pod) {
        var prefix = name + "-";
        if (!pod.startsWith(prefix)) return OptionalInt.empty();
        var digits = pod.substring(prefix.length());
        var plain = !digits.isEmpty() && digits.length() < 10 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!plain || (digits.length() > 1 && digits.startsWith("0"))) return OptionalInt.empty();
        return OptionalInt.of(Integer.parseInt(digits));
    }

    /** Whether the pod with an ordinal is one too many. */
    public boolean isCondemned(int ordinal) {
        return ordinal < firstOrdinal || ordinal >= afterLastOrdinal();
    }

    int afterLastOrdinal() {
        return firstOrdinal + replicas;
    }

    int mostUnavailable() {
        return Math.max(1, maxUnavailable.roundedDown(replicas).orElse(1));
    }
}
