package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.job.FailurePolicy.Meaning;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each index of a job has failed, where that is limited ({@code spec.backoffLimitPerIndex}).
 *
 * <p>Each pod carries how often its index had failed before it. The last failed pod of an index is not let go before it has a
 * successor that carries the number on, so that it is never forgotten.
 *
 * @param failed indexes that have failed for good
 * @param counts by index, as the next pod carries them
 */
public record IndexFailures(IndexSet failed, Map<Integer, Count> counts, Map<Integer, ControlledPod> last) {
    public static final String COUNT = "batch.kubernetes.io/job-index-failure-count";
    public static final String IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

    /** How often an index failed, and how often that was ignored. */
    public record Count(int failures, int ignored) {
        static final Count NONE = new Count(0, 0);
    }

    /** No index has failed. */
    public static IndexFailures none() {
        return new IndexFailures(new IndexSet(), Map.of(), Map.of());
    }

    static IndexFailures of(Job job, FailurePolicy policy, List<ControlledPod> pods) {
        var failed = IndexSet.parse(job.status().failedIndexes(), job.completions());
        var counts = new HashMap<Integer, Count>();
        var last = new HashMap<Integer, ControlledPod>();
        if (!job.limitsIndexes()) return new IndexFailures(failed, counts, last);
        for (var pod : pods) {
            var index = IndexSet.of(pod);
            if (index.isEmpty() || !PodTally.hasFailed(job, pod)) continue;
            var meaning = policy.meaning(pod);
            var ignored = meaning instanceof Meaning.Ignored;
            var after = new Count(number(pod, COUNT) + (ignored ? 0 : 1), number(pod, IGNORED) + (ignored ? 1 : 0));
            counts.merge(index.getAsInt(), after, (one, other) -> sum(one) >= sum(other) ? one : other);
            last.merge(
                    index.getAsInt(),
                    pod,
                    (one, other) ->
                            number(one, COUNT) + number(one, IGNORED) >= number(other, COUNT) + number(other, IGNORED)
                                    ? one
                                    : other);
            if (meaning instanceof Meaning.FailsIndex || after.failures() > job.backoffLimitPerIndex()) {
                failed.add(index.getAsInt());
            }
        }
        return new IndexFailures(failed, counts, last);
    }

    private static int sum(Count count) {
        return count.failures() + count.ignored();
    }

    private static int number(ControlledPod pod, String annotation) {
        try {
            return Math.max(0, Integer.parseInt(pod.meta().annotation(annotation)));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    public Count of(int index) {
        return counts.getOrDefault(index, Count.NONE);
    }

    /** Whether a failed pod is all that remembers how often its index failed: it has no successor, and its index is to be tried again. */
    boolean isNeeded(ControlledPod pod, List<ControlledPod> pods, boolean isEnding) {
        var index = IndexSet.of(pod);
        if (isEnding || index.isEmpty() || failed.contains(index.getAsInt())) return false;
        if (!pod.equals(last.get(index.getAsInt()))) return false;
        for (var other : pods) {
            if (IndexSet.of(other).equals(index) && !PodTally.hasEnded(other)) return false;
            if (IndexSet.of(other).equals(index) && other.hasSucceeded()) return false;
        }
        return true;
    }

    /** How long an index has to wait before it is tried again; zero or less for not at all. */
    Duration rest(int index, Instant now) {
        var pod = last.get(index);
        var failures = of(index).failures();
        if (pod == null || failures == 0) return Duration.ZERO;
        return Duration.between(now, Backoffs.ended(pod, now).plus(Backoffs.pause(failures)));
    }
}
