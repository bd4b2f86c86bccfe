package dev.plimsoll.controllers.job;

import dev.plimsoll.controllers.job.FailurePolicy.Meaning;
import dev.plimsoll.controllers.objects.PodView;
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
record IndexFailures(IndexSet failed, Map<Integer, Count> counts, Map<Integer, PodView> last) {
    static final String COUNT = "batch.kubernetes.io/job-index-failure-count";
    static final String IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

    /** How often an index failed, and how often that was ignored. */
    record Count(int failures, int ignored) {
        static final Count NONE = new Count(0, 0);
    }

    static IndexFailures of(JobView job, FailurePolicy policy, List<PodView> pods) {
        var failed = IndexSet.parse(job.job().status().path("failedIndexes").asText(), job.completions());
        var counts = new HashMap<Integer, Count>();
        var last = new HashMap<Integer, PodView>();
        if (!job.limitsIndexes()) return new IndexFailures(failed, counts, last);
        for (var pod : pods) {
            var index = IndexSet.of(pod);
            if (index.isEmpty() || !Tally.hasFailed(job, pod)) continue;
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

    private static int number(PodView pod, String annotation) {
        try {
            return Math.max(0, Integer.parseInt(pod.meta().annotation(annotation)));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    Count of(int index) {
        return counts.getOrDefault(index, Count.NONE);
    }

    /** Whether a failed pod is all that remembers how often its index failed: it has no successor, and its index is to be tried again. */
    boolean isNeeded(PodView pod, List<PodView> pods, boolean isEnding) {
        var index = IndexSet.of(pod);
        if (isEnding || index.isEmpty() || failed.contains(index.getAsInt())) return false;
        if (!pod.equals(last.get(index.getAsInt()))) return false;
        for (var other : pods) {
            if (IndexSet.of(other).equals(index) && !Tally.hasEnded(other)) return false;
            if (IndexSet.of(other).equals(index) && other.hasSucceeded()) return false;
        }
        return true;
    }

    /** How long an index has to wait before it is tried again; zero or less for not at all. */
    Duration rest(int index, Instant now) {
        var pod = last.get(index);
        var failures = of(index).failures();
        if (pod == null || failures == 0) return Duration.ZERO;
        return Duration.between(now, Backoffs.ended(pod).plus(Backoffs.pause(failures)));
    }
}
