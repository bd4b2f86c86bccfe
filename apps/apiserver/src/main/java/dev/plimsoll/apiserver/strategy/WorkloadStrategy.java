package dev.plimsoll.apiserver.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Kinds that make pods from a template: their defaults, and that the selector finds what the template makes. */
final class WorkloadStrategy extends GenericStrategy {
    private static final String BATCH_LABEL = "batch.kubernetes.io/";

    private final String name;

    WorkloadStrategy(Kind kind, KindShape shape) {
        super(kind, shape);
        this.name = kind.name();
    }

    @Override
    public void defaults(ObjectNode document) {
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (spec.path("template").get("spec") instanceof ObjectNode template) PodDefaults.apply(template);
        switch (name) {
            case "Deployment" -> deployment(spec);
            case "ReplicaSet" -> PodDefaults.number(spec, "replicas", 1);
            case "StatefulSet" -> statefulSet(spec);
            case "DaemonSet" -> daemonSet(spec);
            case "Job" -> job(spec);
            default -> {}
        }
    }

    private static void deployment(ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        PodDefaults.number(spec, "progressDeadlineSeconds", 600);
        var strategy = spec.get("strategy") instanceof ObjectNode known ? known : spec.putObject("strategy");
        PodDefaults.absent(strategy, "type", "RollingUpdate");
        if (!strategy.path("type").asText().equals("RollingUpdate")) return;
        var rolling =
                strategy.get("rollingUpdate") instanceof ObjectNode known ? known : strategy.putObject("rollingUpdate");
        PodDefaults.absent(rolling, "maxSurge", "25%");
        PodDefaults.absent(rolling, "maxUnavailable", "25%");
    }

    private static void statefulSet(ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        PodDefaults.absent(spec, "podManagementPolicy", "OrderedReady");
        var strategy =
                spec.get("updateStrategy") instanceof ObjectNode known ? known : spec.putObject("updateStrategy");
        PodDefaults.absent(strategy, "type", "RollingUpdate");
        if (!strategy.path("type").asText().equals("RollingUpdate")) return;
        var rolling =
                strategy.get("rollingUpdate") instanceof ObjectNode known ? known : strategy.putObject("rollingUpdate");
        PodDefaults.number(rolling, "partition", 0);
        if (!spec.has("persistentVolumeClaimRetentionPolicy")) {
            spec.putObject("persistentVolumeClaimRetentionPolicy")
                    .put("whenDeleted", "Retain")
                    .put("whenScaled", "Retain");
        }
    }

    private static void daemonSet(ObjectNode spec) {
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        var strategy =
                spec.get("updateStrategy") instanceof ObjectNode known ? known : spec.putObject("updateStrategy");
        PodDefaults.absent(strategy, "type", "RollingUpdate");
        if (!strategy.path("type").asText().equals("RollingUpdate")) return;
        var rolling =
                strategy.get("rollingUpdate") instanceof ObjectNode known ? known : strategy.putObject("rollingUpdate");
        PodDefaults.number(rolling, "maxSurge", 0);
        PodDefaults.number(rolling, "maxUnavailable", 1);
    }

    private static void job(ObjectNode spec) {
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

    @Override
    public void prepareNew(ObjectNode document) {
        super.prepareNew(document);
        if (name.equals("Job")) labelJob(document);
    }

    /** A job finds its pods by its own uid, unless the client says otherwise. */
    private static void labelJob(ObjectNode document) {
        var meta = Meta.of(document);
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (spec.path("manualSelector").asBoolean() || !(spec.get("template") instanceof ObjectNode template)) return;
        var labels = Meta.of(template);
        labels.label("controller-uid", meta.uid());
        labels.label("job-name", meta.name());
        labels.label(BATCH_LABEL + "controller-uid", meta.uid());
        labels.label(BATCH_LABEL + "job-name", meta.name());
        spec.putObject("selector").putObject("matchLabels").put(BATCH_LABEL + "controller-uid", meta.uid());
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<FieldError>();
        var spec = document.path("spec");
        var selector = spec.path("selector");
        var labels = spec.path("template").path("metadata").path("labels");
        if (selector.isEmpty()) {
            errors.add(FieldError.required("spec.selector", ""));
        } else if (!matches(selector.path("matchLabels"), labels)) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    "spec.template.metadata.labels",
                    labels.isMissingNode() ? "null" : labels.toString(),
                    "`selector` does not match template `labels`"));
        }
        if (spec.path("replicas").asLong() < 0) {
            errors.add(FieldError.invalid(
                    "spec.replicas", spec.path("replicas").asLong(), "must be greater than or equal to 0"));
        }
        if (spec.path("template").path("spec").path("containers").isEmpty()) {
            errors.add(FieldError.required("spec.template.spec.containers", ""));
        }
        if (name.equals("Job"))
            JobRules.restarts(
                    errors, "spec.template.spec", spec.path("template").path("spec"));
        return errors;
    }

    private static boolean matches(JsonNode wanted, JsonNode labels) {
        for (var entry : wanted.properties()) {
            if (!entry.getValue().equals(labels.get(entry.getKey()))) return false;
        }
        return true;
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return List.of();
        var errors = new ArrayList<>(checkNew(write.sent()));
        var before = write.stored().path("spec").path("selector");
        var after = write.sent().path("spec").path("selector");
        if (!before.equals(after)) {
            errors.add(
                    new FieldError(FieldError.Type.INVALID, "spec.selector", after.toString(), "field is immutable"));
        }
        if (name.equals("Job")) errors.addAll(JobRules.check(write));
        if (name.equals("StatefulSet") && !sameIdentity(write)) {
            errors.add(FieldError.forbidden(
                    "spec",
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
                            + "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and "
                            + "'minReadySeconds' are forbidden"));
        }
        return errors;
    }

    private static boolean sameIdentity(Write write) {
        for (var field : List.of("serviceName", "podManagementPolicy", "volumeClaimTemplates")) {
            var before = write.stored().path("spec").path(field);
            if (!before.equals(write.sent().path("spec").path(field))) return false;
        }
        return true;
    }
}
