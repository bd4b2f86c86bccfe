package dev.plimsoll.controllers.job;

import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Instant;
import java.util.Optional;

/** What a job asks for. */
public record JobView(Workload job) {
    public static final String COMPLETE = "Complete";
    public static final String FAILED = "Failed";
    static final String SUSPENDED = "Suspended";
    static final String FAILURE_TARGET = "FailureTarget";
    static final String SUCCESS_MET = "SuccessCriteriaMet";

    int parallelism() {
        return Math.max(0, job.number("parallelism", 1));
    }

    /** Without a number the job is done when one pod succeeded and none is left. */
    boolean hasCompletions() {
        return job.spec().path("completions").isNumber();
    }

    int completions() {
        return job.number("completions", 1);
    }

    int backoffLimit() {
        return job.number("backoffLimit", limitsIndexes() ? Integer.MAX_VALUE : 6);
    }

    boolean isIndexed() {
        return job.spec().path("completionMode").asText().equals("Indexed");
    }

    boolean isSuspended() {
        return job.spec().path("suspend").asBoolean();
    }

    /** Pods that are on their way out count as failed, unless only those that have failed are replaced. */
    boolean countsTerminating() {
        // How a pod failed is only known when it has.
        return !job.spec().has("podFailurePolicy")
                && !job.spec().path("podReplacementPolicy").asText().equals(FAILED);
    }

    /** Whether each index may fail only so often. */
    boolean limitsIndexes() {
        return isIndexed() && job.spec().path("backoffLimitPerIndex").isNumber();
    }

    int backoffLimitPerIndex() {
        return job.number("backoffLimitPerIndex", 0);
    }

    /** How many indexes may fail before all is lost. */
    int maxFailedIndexes() {
        return job.number("maxFailedIndexes", Integer.MAX_VALUE);
    }

    boolean restartsOnFailure() {
        return job.template().at("/spec/restartPolicy").asText().equals("OnFailure");
    }

    public boolean has(String condition) {
        return Conditions.is(job.status(), condition, "True");
    }

    public boolean isFinished() {
        return has(COMPLETE) || has(FAILED);
    }

    public Optional<Instant> started() {
        return Times.parse(job.status().path("startTime").asText());
    }

    /** When the last condition came that ends a job. */
    public Optional<Instant> finished() {
        for (var type : new String[] {COMPLETE, FAILED}) {
            if (!has(type)) continue;
            return Conditions.find(job.status(), type)
                    .flatMap(each -> Times.parse(each.path("lastTransitionTime").asText()));
        }
        return Optional.empty();
    }
}
