package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Counts pods that have ended, each exactly once, whatever happens in between.
 *
 * <ol>
 *   <li>A pod that has ended and still carries the finalizer is written down in the status as not yet counted.
 *   <li>When that is stored, the finalizer is removed, and nobody needs the pod any more.
 *   <li>One that is written down and carries no finalizer, or is gone, moves from the list into the number, in one write.
 * </ol>
 *
 * @param release pods whose finalizer goes once the status is stored
 */
public record PodTally(
        int countedSucceeded,
        int countedFailed,
        Set<String> uncountedSucceeded,
        Set<String> uncountedFailed,
        IndexSet completed,
        List<ControlledPod> release) {
    public static final String FINALIZER = "batch.kubernetes.io/job-tracking";

    /** Counts; {@code isKept} are those whose finalizer stays for now. */
    static PodTally of(Job job, List<ControlledPod> pods, FailurePolicy policy, Predicate<ControlledPod> isKept) {
        var status = job.status();
        var byUid = pods.stream().collect(Collectors.toMap(ControlledPod::uid, Function.identity(), (one, _) -> one));
        var completed = IndexSet.parse(status.completedIndexes(), job.completions());
        var uncountedSucceeded = new LinkedHashSet<String>();
        var uncountedFailed = new LinkedHashSet<String>();
        var succeeded = status.succeeded();
        var failed = status.failed();
        succeeded += move(status.uncountedSucceeded(), byUid, uncountedSucceeded);
        failed += move(status.uncountedFailed(), byUid, uncountedFailed);
        var release = new ArrayList<ControlledPod>();
        for (var pod : pods) {
            if (!pod.hasFinalizer(FINALIZER)) continue;
            var known = uncountedSucceeded.contains(pod.uid()) || uncountedFailed.contains(pod.uid());
            if (!known && pod.hasSucceeded()) uncountedSucceeded.add(pod.uid());
            else if (!known && hasFailed(job, pod)) {
                // One that is ignored is let go without being counted.
                if (!(policy.meaning(pod) instanceof FailurePolicy.Meaning.Ignored)) uncountedFailed.add(pod.uid());
            } else if (!known) continue;
            if (pod.hasSucceeded()) IndexSet.of(pod).ifPresent(completed::add);
            if (!isKept.test(pod)) release.add(pod);
        }
        return new PodTally(succeeded, failed, uncountedSucceeded, uncountedFailed, completed, release);
    }

    /** Keeps those that still carry the finalizer; how many do not. */
    private static int move(List<String> uids, Map<String, ControlledPod> byUid, Set<String> kept) {
        var counted = 0;
        for (var uid : uids) {
            var pod = byUid.get(uid);
            if (pod != null && pod.hasFinalizer(FINALIZER)) kept.add(uid);
            else counted++;
        }
        return counted;
    }

    static boolean hasFailed(Job job, ControlledPod pod) {
        if (pod.hasFailed()) return true;
        return job.countsTerminating() && pod.meta().isBeingDeleted() && !pod.hasSucceeded();
    }

    /** Whether it runs no more, or is about not to. */
    static boolean hasEnded(ControlledPod pod) {
        return pod.isTerminal() || pod.meta().isBeingDeleted();
    }

    int succeeded(Job job) {
        return job.spec().isIndexed() ? completed.size() : countedSucceeded + uncountedSucceeded.size();
    }

    int failed() {
        return countedFailed + uncountedFailed.size();
    }

    boolean isCounted() {
        return uncountedSucceeded.isEmpty() && uncountedFailed.isEmpty();
    }
}
