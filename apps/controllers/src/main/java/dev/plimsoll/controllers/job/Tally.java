package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.objects.PodView;
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
record Tally(
        int countedSucceeded,
        int countedFailed,
        Set<String> uncountedSucceeded,
        Set<String> uncountedFailed,
        IndexSet completed,
        List<PodView> release) {
    static final String FINALIZER = "batch.kubernetes.io/job-tracking";

    /** Counts; {@code isKept} are those whose finalizer stays for now. */
    static Tally of(JobView job, List<PodView> pods, FailurePolicy policy, Predicate<PodView> isKept) {
        var status = job.job().status();
        var byUid = pods.stream().collect(Collectors.toMap(PodView::uid, Function.identity(), (one, _) -> one));
        var completed = IndexSet.parse(status.path("completedIndexes").asText(), job.completions());
        var uncountedSucceeded = new LinkedHashSet<String>();
        var uncountedFailed = new LinkedHashSet<String>();
        var succeeded = status.path("succeeded").asInt();
        var failed = status.path("failed").asInt();
        var lists = status.path("uncountedTerminatedPods");
        succeeded += move(lists.path("succeeded"), byUid, uncountedSucceeded);
        failed += move(lists.path("failed"), byUid, uncountedFailed);
        var release = new ArrayList<PodView>();
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
        return new Tally(succeeded, failed, uncountedSucceeded, uncountedFailed, completed, release);
    }

    /** Keeps those that still carry the finalizer; how many do not. */
    private static int move(JsonNode uids, Map<String, PodView> byUid, Set<String> kept) {
        var counted = 0;
        for (var uid : uids) {
            var pod = byUid.get(uid.asText());
            if (pod != null && pod.hasFinalizer(FINALIZER)) kept.add(uid.asText());
            else counted++;
        }
        return counted;
    }

    static boolean hasFailed(JobView job, PodView pod) {
        if (pod.hasFailed()) return true;
        return job.countsTerminating() && pod.meta().isBeingDeleted() && !pod.hasSucceeded();
    }

    /** Whether it runs no more, or is about not to. */
    static boolean hasEnded(PodView pod) {
        return pod.isTerminal() || pod.meta().isBeingDeleted();
    }

    int succeeded(JobView job) {
        return job.isIndexed() ? completed.size() : countedSucceeded + uncountedSucceeded.size();
    }

    int failed() {
        return countedFailed + uncountedFailed.size();
    }

    boolean isCounted() {
        return uncountedSucceeded.isEmpty() && uncountedFailed.isEmpty();
    }

    void writeTo(ObjectNode status, JobView job) {
        StatusWrite.count(status, "succeeded", job.isIndexed() ? completed.size() : countedSucceeded);
        StatusWrite.count(status, "failed", countedFailed);
        if (job.isIndexed() && completed.size() > 0) status.put("completedIndexes", completed.toString());
        var lists = status.putObject("uncountedTerminatedPods");
        if (!uncountedSucceeded.isEmpty()) uncountedSucceeded.forEach(lists.putArray("succeeded")::add);
        if (!uncountedFailed.isEmpty()) uncountedFailed.forEach(lists.putArray("failed")::add);
    }
}
