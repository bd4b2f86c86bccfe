package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.backoff.ExponentialBackoff;
import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** How long a job waits after pods failed: 10 seconds after the first since a success, doubled with each up to 10 minutes. */
final class Backoffs {
    private static final ExponentialBackoff WAITS =
            new ExponentialBackoff(Duration.ofSeconds(10), Duration.ofMinutes(10));

    private Backoffs() {}

    /** Zero or less if it need not wait. */
    static Duration left(List<ControlledPod> pods, Job job, Instant now) {
        var success = Instant.EPOCH;
        for (var pod : pods) if (pod.hasSucceeded()) success = later(success, ended(pod, now));
        var failures = 0;
        var last = Instant.EPOCH;
        for (var pod : pods) {
            if (!PodTally.hasFailed(job, pod) || !ended(pod, now).isAfter(success)) continue;
            failures++;
            last = later(last, ended(pod, now));
        }
        return failures == 0 ? Duration.ZERO : Duration.between(now, last.plus(pause(failures)));
    }

    static Duration pause(int failures) {
        return WAITS.after(failures);
    }

    /** When a pod ended, by the clock of its node; if that is ahead, when it was made, so that nobody waits for the difference. */
    static Instant ended(ControlledPod pod, Instant now) {
        if (pod.finished().isAfter(now)) return pod.meta().created();
        if (pod.finished().isAfter(Instant.EPOCH)) return pod.finished();
        return later(pod.readySince(), pod.meta().created());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
