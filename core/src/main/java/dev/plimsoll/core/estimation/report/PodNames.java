package dev.plimsoll.core.estimation.report;

import java.util.Optional;
import java.util.Set;

/**
 * Tells by its name whose a pod was that is gone. Controllers append to their own name: a Deployment the hash of a template and five characters, a StatefulSet a number, a
 * CronJob the minute and five characters, others five characters.
 */
public final class PodNames {
    private static final int SUFFIX = 5;

    private PodNames() {}

    /**
     * The name of the controller at the top, for each kind that there is; most pods fit one.
     *
     * @param workloads those that there are, of the pod's namespace
     */
    public static Optional<WorkloadName> owner(String namespace, String pod, Set<WorkloadName> workloads) {
        var last = pod.lastIndexOf('-');
        if (last <= 0) return Optional.empty();
        var end = pod.substring(last + 1);
        var stem = pod.substring(0, last);
        if (isNumber(end)) {
            var set = new WorkloadName(namespace, "StatefulSet", stem);
            if (workloads.contains(set)) return Optional.of(set);
        }
        if (!isRandom(end, SUFFIX)) return Optional.empty();
        for (var kind : new String[] {"DaemonSet", "ReplicaSet", "Job", "ReplicationController"}) {
            var direct = new WorkloadName(namespace, kind, stem);
            if (workloads.contains(direct)) return Optional.of(direct);
        }
        var hash = stem.lastIndexOf('-');
        if (hash <= 0) return Optional.empty();
        var middle = stem.substring(hash + 1);
        var top = stem.substring(0, hash);
        var deployment = new WorkloadName(namespace, "Deployment", top);
        if (isRandom(middle, middle.length()) && workloads.contains(deployment)) return Optional.of(deployment);
        var cron = new WorkloadName(namespace, "CronJob", top);
        return isNumber(middle) && workloads.contains(cron) ? Optional.of(cron) : Optional.empty();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** Letters without vowels and digits that look like none: no word comes of it by accident. */
    private static boolean isRandom(String text, int length) {
        return text.length() == length
                && length > 0
                && text.chars().allMatch(letter -> "bcdfghjklmnpqrstvwxz2456789".indexOf(letter) >= 0);
    }
}
