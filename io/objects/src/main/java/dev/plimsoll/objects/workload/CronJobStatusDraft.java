package dev.plimsoll.objects.workload;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.StatusDraft;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of a cron job that is being written. */
public final class CronJobStatusDraft extends StatusDraft {
    private final @Nullable Instant succeededBefore;

    CronJobStatusDraft(CronJobObject cronJob) {
        super(cronJob);
        this.succeededBefore = cronJob.view().lastSuccessfulTimeOrNull();
    }

    public CronJobStatusDraft lastSuccessfulTime(@Nullable Instant time) {
        if (time != null && !time.equals(succeededBefore)) time(CronJobObject.LAST_SUCCESSFUL, time);
        return this;
    }

    public CronJobStatusDraft lastScheduleTime(Instant time) {
        time(CronJobObject.LAST_SCHEDULED, time);
        return this;
    }

    /** These jobs run, and no others. */
    public CronJobStatusDraft onlyActive(Iterable<JobObject> jobs) {
        status().remove("active");
        jobs.forEach(this::active);
        return this;
    }

    public CronJobStatusDraft active(JobObject job) {
        status().list("active")
                .addObject()
                .put("apiVersion", ApiResource.JOBS.apiVersion())
                .put("kind", ApiResource.JOBS.kind())
                .put("namespace", job.metadata().namespace())
                .put("name", job.metadata().name())
                .put("uid", job.uid())
                .put("resourceVersion", job.metadata().version());
        return this;
    }
}
