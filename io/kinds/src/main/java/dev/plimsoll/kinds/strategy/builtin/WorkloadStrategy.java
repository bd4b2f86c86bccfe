package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.defaults.StorageDefaults;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.rules.KindRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import java.util.ArrayList;
import java.util.List;

/** Kinds that make pods from a template: their defaults, and that the selector finds what the template makes. */
final class WorkloadStrategy extends RuledStrategy {
    private static final String BATCH_LABEL = "batch.kubernetes.io/";

    private final String name;

    WorkloadStrategy(Kind kind, KindShape shape, KindRules rules) {
        super(kind, shape, rules);
        this.name = kind.name();
    }

    @Override
    public void defaults(ObjectNode document) {
        super.defaults(document);
        if (document.path("template").get("spec") instanceof ObjectNode template) PodDefaults.apply(template);
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (spec.path("template").get("spec") instanceof ObjectNode template) PodDefaults.apply(template);
        switch (name) {
            case "Deployment" -> deployment(spec);
            case "ReplicaSet" -> PodDefaults.number(spec, "replicas", 1);
            case "ReplicationController" -> replicationController(document, spec);
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

    /** The template's labels are the selector and the labels of a controller that has none of its own. */
    private static void replicationController(ObjectNode document, ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        var labels = spec.path("template").path("metadata").path("labels");
        if (labels.isEmpty()) return;
        if (spec.path("selector").isEmpty()) spec.set("selector", labels.deepCopy());
        var metadata = DocumentMetadata.of(document).node();
        if (metadata.path("labels").isEmpty()) metadata.set("labels", labels.deepCopy());
    }

    private static void statefulSet(ObjectNode spec) {
        PodDefaults.number(spec, "replicas", 1);
        PodDefaults.number(spec, "revisionHistoryLimit", 10);
        PodDefaults.absent(spec, "podManagementPolicy", "OrderedReady");
        claims(spec);
        var strategy =
                spec.get("updateStrategy") instanceof ObjectNode known ? known : spec.putObject("updateStrategy");
        // Who names the type and says nothing of the update gets nothing of it.
        if (!strategy.hasNonNull("type")) {
            strategy.put("type", "RollingUpdate");
            if (!strategy.hasNonNull("rollingUpdate")) strategy.putObject("rollingUpdate");
        }
        if (!strategy.path("type").asText().equals("RollingUpdate")) return;
        if (!(strategy.get("rollingUpdate") instanceof ObjectNode rolling)) return;
        PodDefaults.number(rolling, "partition", 0);
        PodDefaults.number(rolling, "maxUnavailable", 1);
    }

    /** Claims are kept as whole objects. */
    private static void claims(ObjectNode spec) {
        var retention = spec.get("persistentVolumeClaimRetentionPolicy") instanceof ObjectNode known
                ? known
                : spec.putObject("persistentVolumeClaimRetentionPolicy");
        PodDefaults.absent(retention, "whenDeleted", "Retain");
        PodDefaults.absent(retention, "whenScaled", "Retain");
        for (var each : spec.path("volumeClaimTemplates")) {
            if (!(each instanceof ObjectNode claim)) continue;
            claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            StorageDefaults.claim(claim);
            var status = claim.get("status") instanceof ObjectNode known ? known : claim.putObject("status");
            PodDefaults.absent(status, "phase", "Pending");
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

    /** Annotations of a Deployment count as well: its controller hands them on. */
    @Override
    public void prepareChange(Write write) {
        super.prepareChange(write);
        if (!name.equals("Deployment") || write.isOf("status")) return;
        var before = DocumentMetadata.of(write.stored());
        var after = DocumentMetadata.of(write.sent());
        if (after.generation() != before.generation()
                || after.path("annotations").equals(before.path("annotations"))) {
            return;
        }
        after.put("generation", before.generation() + 1);
    }

    /** A job finds its pods by its own uid, unless the client says otherwise. */
    private static void labelJob(ObjectNode document) {
        var meta = DocumentMetadata.of(document);
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (spec.path("manualSelector").asBoolean() || !(spec.get("template") instanceof ObjectNode template)) return;
        var labels = DocumentMetadata.of(template);
        labels.label("controller-uid", meta.uid());
        labels.label("job-name", meta.name());
        labels.label(BATCH_LABEL + "controller-uid", meta.uid());
        labels.label(BATCH_LABEL + "job-name", meta.name());
        spec.putObject("selector").putObject("matchLabels").put(BATCH_LABEL + "controller-uid", meta.uid());
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        var warnings = new ArrayList<String>();
        if (!List.of("DaemonSet", "PodTemplate").contains(name)) {
            warnings.addAll(PodWarnings.ofWorkload(DocumentMetadata.of(document).name()));
        }
        warnings.addAll(templateWarnings(document));
        var claims = FieldValue.of(document).field("spec").field("volumeClaimTemplates");
        for (var claim : claims.items()) {
            // The place that messages name leaves out the claim's spec.
            var spec = FieldValue.at(claim.toString(), claim.field("spec").node());
            warnings.addAll(PersistentVolumeClaimRules.warnings(spec));
        }
        return warnings;
    }

    /** Only of a change that counts: whoever labels an object does not want to hear of its template. */
    @Override
    public List<String> changeWarnings(Write write) {
        var before = DocumentMetadata.of(write.stored()).generation();
        return DocumentMetadata.of(write.sent()).generation() == before ? List.of() : templateWarnings(write.sent());
    }

    private List<String> templateWarnings(ObjectNode document) {
        return name.equals("PodTemplate")
                ? PortWarnings.of(document.path("template").path("spec"), "template.spec")
                : PortWarnings.of(document.path("spec").path("template").path("spec"), "spec.template.spec");
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return List.of();
        var errors = new ArrayList<>(checkNew(write.sent()));
        var before = write.stored().path("spec").path("selector");
        var after = write.sent().path("spec").path("selector");
        if (!before.equals(after)) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    "spec.selector",
                    after.isMissingNode() ? "null" : after.toString(),
                    "field is immutable"));
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
