package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.integerOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.numberOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.cronjob.OwnedJob;
import dev.plimsoll.core.workloads.job.IndexFailures;
import dev.plimsoll.core.workloads.job.IndexSet;
import dev.plimsoll.core.workloads.job.Job;
import dev.plimsoll.core.workloads.job.JobSpec;
import dev.plimsoll.core.workloads.job.JobStatus;
import dev.plimsoll.core.workloads.job.PodTally;
import dev.plimsoll.core.workloads.job.SuccessPolicy;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodDraft;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A job. */
public final class JobObject extends WorkloadObject {
    public static final ObjectKind<JobObject> KIND =
            new ObjectKind<>(ApiResource.JOBS, JobObject.class, JobObject::new);
    /** Whose job this is where it does not say. */
    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";

    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    private @Nullable Job view;

    public JobObject(ObjectNode document) {
        super(document);
    }

    public Job view() {
        var known = view;
        if (known == null) view = known = new Job(metadata().isBeingDeleted(), readSpec(), readStatus());
        return known;
    }

    private JobSpec readSpec() {
        var node = specNode();
        var policy = node.path("podFailurePolicy");
        return new JobSpec(
                Math.max(0, integer(node, "parallelism", 1)),
                integerOrNull(node, "completions"),
                text(node, "completionMode").equals("Indexed"),
                flag(node, "suspend"),
                template().restartPolicy().equals("OnFailure"),
                text(node, "podReplacementPolicy").equals("Failed"),
                integerOrNull(node, "backoffLimit"),
                integerOrNull(node, "backoffLimitPerIndex"),
                integerOrNull(node, "maxFailedIndexes"),
                numberOrNull(node, "activeDeadlineSeconds"),
                numberOrNull(node, "ttlSecondsAfterFinished"),
                policy.isObject() ? FailurePolicyReader.read(policy) : null,
                list(node.path("successPolicy"), "rules", JobObject::rule));
    }

    private static SuccessPolicy.Rule rule(JsonNode rule) {
        var indexes = rule.path("succeededIndexes");
        return new SuccessPolicy.Rule(
                indexes.isTextual() ? indexes.asText() : null, integerOrNull(rule, "succeededCount"));
    }

    private JobStatus readStatus() {
        var node = statusNode();
        var uncounted = node.path("uncountedTerminatedPods");
        return new JobStatus(
                conditions(),
                time(node, "startTime").orElse(null),
                time(node, "completionTime").orElse(null),
                reported("succeeded"),
                reported("failed"),
                texts(uncounted, "succeeded"),
                texts(uncounted, "failed"),
                text(node, "completedIndexes"),
                text(node, "failedIndexes"),
                reported("active"),
                reported("ready"),
                reported("terminating"));
    }

    /** Whether the job controller is to look after it. */
    public boolean isManagedHere() {
        return text(specNode(), "managedBy", JOB_CONTROLLER).equals(JOB_CONTROLLER);
    }

    /** As its cron job sees it. */
    public OwnedJob owned() {
        return new OwnedJob(
                metadata().name(),
                uid(),
                metadata().isBeingDeleted(),
                view().has(Job.COMPLETE)
                        ? OwnedJob.Outcome.COMPLETE
                        : view().has(Job.FAILED) ? OwnedJob.Outcome.FAILED : OwnedJob.Outcome.RUNNING,
                view().status().startTimeOrNull(),
                view().status().completionTimeOrNull());
    }

    /**
     * A pod, as it is made.
     *
     * @param index -1 for none
     * @param failures how often each index has failed so far
     * @param names makes a name that no other pod has, given how it begins
     */
    public PodDraft pod(int index, IndexFailures failures, UnaryOperator<String> names) {
        var base = metadata().name() + "-" + (index < 0 ? "" : index + "-");
        var pod = PodDraft.of(this, template(), names.apply(base));
        pod.metadata().generateName(base).finalizer(PodTally.FINALIZER);
        if (index < 0) return pod;
        var text = Integer.toString(index);
        pod.metadata().annotation(IndexSet.ANNOTATION, text).label(IndexSet.ANNOTATION, text);
        pod.hostname(metadata().name() + "-" + text)
                .variableFromField(INDEX_VARIABLE, "metadata.annotations['" + IndexSet.ANNOTATION + "']");
        if (!view().limitsIndexes()) return pod;
        // The failures of those before it, so that they are known when those are gone.
        var count = failures.of(index);
        pod.metadata().annotation(IndexFailures.COUNT, Integer.toString(count.failures()));
        if (count.ignored() > 0) pod.metadata().annotation(IndexFailures.IGNORED, Integer.toString(count.ignored()));
        return pod;
    }

    @Override
    public JobStatusDraft statusDraft() {
        return new JobStatusDraft(this);
    }
}
