package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.List;

/** Jobs: their defaults, and the labels that they find their pods by. */
public final class JobStrategy extends WorkloadStrategy {
    private static final String BATCH_LABEL = "batch.kubernetes.io/";

    public JobStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    protected void specDefaults(ObjectNode document, ObjectNode spec) {
        commonDefaults(spec);
        if (!spec.has("completions") && !spec.has("parallelism")) spec.put("completions", 1);
        PodDefaults.number(spec, "parallelism", 1);
        // Where each index has a limit of its own, the job has none unless it says so.
        PodDefaults.number(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        PodDefaults.absent(spec, "completionMode", "NonIndexed");
        PodDefaults.absent(
                spec, "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        if (!spec.has("suspend")) spec.put("suspend", false);
        if (!spec.has("manualSelector")) spec.put("manualSelector", false);
    }

    /** What is filled in of a job and of what a CronJob makes jobs from. */
    static void commonDefaults(ObjectNode spec) {
        spec.remove("scheduling"); // behind a gate that is off by default
        for (var rule : spec.path("podFailurePolicy").path("rules")) {
            for (var condition : rule.path("onPodConditions")) {
                if (condition instanceof ObjectNode node) PodDefaults.absent(node, "status", "True");
            }
        }
    }

    @Override
    public void prepareNew(ObjectNode document) {
        super.prepareNew(document);
        label(document);
        copyLabels(document);
    }

    @Override
    public void prepareChange(Write write) {
        super.prepareChange(write);
        if (!write.isOf("status")) copyLabels(write.sent());
    }

    /** A job without labels has those of its template. */
    private static void copyLabels(ObjectNode document) {
        var labels = document.path("spec").path("template").path("metadata").path("labels");
        var metadata = DocumentMetadata.of(document).node();
        if (!labels.isEmpty() && metadata.path("labels").isEmpty()) metadata.set("labels", labels.deepCopy());
    }

    /** A job finds its pods by its own uid, unless the client says otherwise. */
    private static void label(ObjectNode document) {
        var meta = DocumentMetadata.of(document);
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (spec.path("manualSelector").asBoolean() || !(spec.get("template") instanceof ObjectNode template)) return;
        var labels = DocumentMetadata.of(template);
        labels.label("controller-uid", meta.uid());
        labels.label("job-name", meta.name());
        labels.label(BATCH_LABEL + "controller-uid", meta.uid());
        labels.label(BATCH_LABEL + "job-name", meta.name());
        spec.withObject("/selector").withObject("/matchLabels").put(BATCH_LABEL + "controller-uid", meta.uid());
    }

    @Override
    protected List<FieldError> checkSpecChange(Write write) {
        return JobRules.check(write);
    }
}
