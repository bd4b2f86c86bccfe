package dev.plimsoll.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The job of a cron job for one time. */
final class JobOf {
    private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    private JobOf() {}

    /** Its name says the time, so that none is made twice. */
    static ObjectNode time(CronJobView view, Instant scheduled) {
        var owner = view.cronJob();
        var job = Json.object().put("apiVersion", Kinds.JOBS.apiVersion()).put("kind", "Job");
        var template = view.jobTemplate();
        var metadata = job.putObject("metadata")
                .put("name", owner.name().name() + "-" + scheduled.getEpochSecond() / 60)
                .put("namespace", owner.name().namespace());
        if (template.at("/metadata/labels").isObject())
            metadata.set("labels", template.at("/metadata/labels").deepCopy());
        var annotations = template.at("/metadata/annotations").isObject()
                ? (ObjectNode) template.at("/metadata/annotations").deepCopy()
                : Json.object();
        var zone = view.zone().orElse(ZoneOffset.UTC);
        annotations.put(SCHEDULED, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(scheduled.atZone(zone)));
        metadata.set("annotations", annotations);
        metadata.putArray("ownerReferences")
                .add(OwnerReference.controller(owner).document());
        job.set("spec", template.path("spec").deepCopy());
        return job;
    }

    /** As the status of a cron job names the jobs that run. */
    static ObjectNode reference(Workload job) {
        return Json.object()
                .put("apiVersion", Kinds.JOBS.apiVersion())
                .put("kind", "Job")
                .put("namespace", job.name().namespace())
                .put("name", job.name().name())
                .put("uid", job.uid())
                .put("resourceVersion", job.meta().version());
    }
}
