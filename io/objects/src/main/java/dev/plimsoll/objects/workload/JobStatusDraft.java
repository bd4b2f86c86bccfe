package dev.plimsoll.objects.workload;

import dev.plimsoll.core.workloads.StatusCondition;
import dev.plimsoll.core.workloads.job.JobStatus;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status of a job that is being written. */
public final class JobStatusDraft extends StatusDraft {
    private final JobStatus before;

    JobStatusDraft(JobObject job) {
        super(job);
        this.before = job.view().status();
    }

    public JobStatusDraft write(JobStatus now) {
        changed("startTime", before.startTimeOrNull(), now.startTimeOrNull());
        changed("completionTime", before.completionTimeOrNull(), now.completionTimeOrNull());
        conditions(now.conditions());
        status().putUnlessZero("succeeded", now.succeeded()).putUnlessZero("failed", now.failed());
        if (!now.completedIndexes().isEmpty()) status().put("completedIndexes", now.completedIndexes());
        if (!now.failedIndexes().isEmpty()) status().put("failedIndexes", now.failedIndexes());
        var uncounted = status().newObject("uncountedTerminatedPods");
        list(uncounted, "succeeded", now.uncountedSucceeded());
        list(uncounted, "failed", now.uncountedFailed());
        status().putUnlessZero("active", now.active()).put("ready", now.ready()).put("terminating", now.terminating());
        return this;
    }

    private static void list(DraftNode uncounted, String name, List<String> uids) {
        if (!uids.isEmpty()) uids.forEach(uncounted.list(name)::add);
    }

    /** A time that stays is not written again: documents may have it with more digits. */
    private void changed(String field, @Nullable Instant from, @Nullable Instant to) {
        if (to != null && !to.equals(from)) time(field, to);
    }

    @Override
    protected void extend(DraftNode target, StatusCondition condition) {
        target.put("lastProbeTime", Timestamps.text(condition.lastUpdate()));
    }
}
