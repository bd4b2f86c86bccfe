package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.numberOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.cronjob.CronJobPlan;
import dev.plimsoll.core.workloads.cronjob.CronJobSpec;
import dev.plimsoll.core.workloads.cronjob.CronJobSpec.ActiveJob;
import dev.plimsoll.core.workloads.cronjob.CronJobSpec.ConcurrencyPolicy;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.ObjectKind;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** A cron job. */
public final class CronJobObject extends ApiObject {
    public static final ObjectKind<CronJobObject> KIND =
            new ObjectKind<>(ApiResource.CRON_JOBS, CronJobObject.class, CronJobObject::new);

    static final String LAST_SCHEDULED = "lastScheduleTime";
    static final String LAST_SUCCESSFUL = "lastSuccessfulTime";
    private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    private @Nullable CronJobSpec view;

    public CronJobObject(ObjectNode document) {
        super(document);
    }

    /** Its spec, with what its status says of the jobs that it started. */
    public CronJobSpec view() {
        var known = view;
        if (known == null) view = known = read();
        return known;
    }

    private CronJobSpec read() {
        var node = specNode();
        var deadline = numberOrNull(node, "startingDeadlineSeconds");
        return new CronJobSpec(
                metadata().name(),
                metadata().created(),
                metadata().isBeingDeleted(),
                text(node, "schedule"),
                text(node, "timeZone"),
                flag(node, "suspend"),
                switch (text(node, "concurrencyPolicy")) {
                    case "Forbid" -> ConcurrencyPolicy.FORBID;
                    case "Replace" -> ConcurrencyPolicy.REPLACE;
                    default -> ConcurrencyPolicy.ALLOW;
                },
                deadline == null ? null : Duration.ofSeconds(deadline),
                integer(node, "successfulJobsHistoryLimit", 3),
                integer(node, "failedJobsHistoryLimit", 1),
                time(statusNode(), LAST_SCHEDULED).orElse(null),
                time(statusNode(), LAST_SUCCESSFUL).orElse(null),
                list(statusNode(), "active", each -> new ActiveJob(text(each, "name"), text(each, "uid"))));
    }

    /** A job, as it is made. */
    public ObjectNode job(CronJobPlan.Start start) {
        var template = specNode().path("jobTemplate");
        var job = new Job(new ObjectName(metadata().namespace(), start.name()), this);
        job.metadata()
                .copy("labels", template.path("metadata"))
                .annotations(textMap(template.path("metadata"), "annotations"))
                .annotation(
                        SCHEDULED,
                        DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                                start.scheduled().atZone(start.zone())));
        return job.withSpec(template.path("spec")).document();
    }

    private static final class Job extends ObjectDraft {
        Job(ObjectName name, CronJobObject owner) {
            super(ApiResource.JOBS, name, owner.controllerReference());
        }

        Job withSpec(JsonNode spec) {
            root().set("spec", spec);
            return this;
        }
    }

    @Override
    public CronJobStatusDraft statusDraft() {
        return new CronJobStatusDraft(this);
    }
}
