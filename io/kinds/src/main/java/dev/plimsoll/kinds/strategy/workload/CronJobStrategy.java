package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.schedule.Schedule;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.workload.JobSpecRules;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import dev.plimsoll.kinds.strategy.pod.PodWarnings;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** CronJobs: a schedule that can be read, in a place that is known, and a template of jobs. */
public final class CronJobStrategy extends GenericStrategy {
    private static final List<String> POLICIES = List.of("Allow", "Forbid", "Replace");
    private static final int LONGEST_NAME = 52;

    private final FeatureGates gates;
    private final JobSpecRules jobs;

    public CronJobStrategy(StrategySetup setup) {
        super(setup);
        this.gates = setup.gates();
        this.jobs = new JobSpecRules(setup.server().templates());
    }

    @Override
    public void defaults(ObjectNode document) {
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        PodDefaults.absent(spec, "concurrencyPolicy", "Allow");
        PodDefaults.number(spec, "successfulJobsHistoryLimit", 3);
        PodDefaults.number(spec, "failedJobsHistoryLimit", 1);
        if (!spec.has("suspend")) spec.put("suspend", false);
        if (spec.at("/jobTemplate/spec") instanceof ObjectNode job) JobStrategy.commonDefaults(job);
        if (spec.at("/jobTemplate/spec/template/spec") instanceof ObjectNode template) {
            PodDefaults.apply(template);
            PodDefaults.stopSignals(template, gates);
        }
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<>(checkSpec(document));
        // A job's name is the cron job's and eleven characters more.
        var name = document.at("/metadata/name").asText();
        if (name.length() > LONGEST_NAME)
            errors.add(FieldError.invalid("metadata.name", name, "must be no more than 52 characters"));
        checkSchedule(document, errors);
        return errors;
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        return PodWarnings.ofWorkload(document.at("/metadata/name").asText());
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return List.of();
        var errors = new ArrayList<>(checkSpec(write.sent()));
        checkSchedule(write.sent(), errors);
        return errors;
    }

    /** A schedule that is missing is told after everything else. */
    private static void checkSchedule(ObjectNode document, List<FieldError> errors) {
        if (document.path("spec").path("schedule").asText().isEmpty()) {
            errors.add(FieldError.required("spec.schedule", ""));
        }
    }

    private List<FieldError> checkSpec(ObjectNode document) {
        var spec = document.path("spec");
        var errors = new ArrayList<FieldError>();
        var schedule = spec.path("schedule").asText();
        if (!schedule.isEmpty()) schedule(errors, schedule);
        negative(errors, spec, "startingDeadlineSeconds");
        if (spec.has("timeZone")) timeZone(errors, spec.path("timeZone").asText());
        var policy = spec.path("concurrencyPolicy").asText();
        if (!POLICIES.contains(policy)) errors.add(FieldError.notSupported("spec.concurrencyPolicy", policy, POLICIES));
        var found = new Findings();
        jobs.template(FieldValue.of(document).field("spec").field("jobTemplate").field("spec"), found);
        errors.addAll(found.toList());
        negative(errors, spec, "successfulJobsHistoryLimit");
        negative(errors, spec, "failedJobsHistoryLimit");
        return errors;
    }

    private static void negative(List<FieldError> errors, JsonNode spec, String field) {
        var value = spec.path(field).asLong();
        if (value < 0) errors.add(FieldError.invalid("spec." + field, value, Findings.NOT_NEGATIVE));
    }

    private static void schedule(List<FieldError> errors, String text) {
        if (text.contains("TZ")) {
            errors.add(FieldError.invalid(
                    "spec.schedule", text, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
            return;
        }
        if (Schedule.parse(text, ZoneOffset.UTC) instanceof Schedule.Parsed.Malformed(var why))
            errors.add(FieldError.invalid("spec.schedule", text, why));
    }

    private static void timeZone(List<FieldError> errors, String text) {
        if (text.isEmpty()) {
            errors.add(FieldError.invalid("spec.timeZone", text, "timeZone must be nil or non-empty string"));
        } else if (text.equalsIgnoreCase("Local")) {
            errors.add(FieldError.invalid(
                    "spec.timeZone",
                    text,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"));
        } else if (!ZoneId.getAvailableZoneIds().contains(text)) {
            errors.add(FieldError.invalid("spec.timeZone", text, "unknown time zone " + text));
        }
    }
}
