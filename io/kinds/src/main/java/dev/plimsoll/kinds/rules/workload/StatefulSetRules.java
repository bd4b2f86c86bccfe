package dev.plimsoll.kinds.rules.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.CountRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import java.util.HashSet;
import java.util.List;

/** StatefulSets. */
public final class StatefulSetRules {
    private static final List<String> MANAGEMENT = List.of("OrderedReady", "Parallel");
    private static final List<String> RETENTION = List.of("Retain", "Delete");
    private static final String ROLLING = "RollingUpdate";

    private final PodTemplateRules templates;

    public StatefulSetRules(PodTemplateRules templates) {
        this.templates = templates;
    }

    public void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var management = spec.field("podManagementPolicy");
        if (management.isEmpty()) found.required(management);
        else if (!MANAGEMENT.contains(management.text())) {
            found.invalid(management, "must be 'OrderedReady' or 'Parallel'");
        }
        strategy(spec.field("updateStrategy"), found);
        var retention = spec.field("persistentVolumeClaimRetentionPolicy");
        if (retention.isGiven()) {
            for (var when : List.of("whenDeleted", "whenScaled")) found.oneOf(retention.field(when), RETENTION);
        }
        for (var claim : spec.field("volumeClaimTemplates").items()) {
            PersistentVolumeClaimRules.spec(claim.field("spec"), found);
        }
        found.notNegative(spec.field("replicas"));
        found.notNegative(spec.field("minReadySeconds"));
        found.notNegative(spec.field("ordinals").field("start"));
        NameRules.labelIfGiven(spec.field("serviceName"), found);
        selected(spec, found);
    }

    private static void strategy(FieldValue strategy, Findings found) {
        var rolling = strategy.field("rollingUpdate");
        switch (strategy.field("type").text()) {
            case "" -> found.required(strategy);
            case "OnDelete" -> {
                if (rolling.isGiven()) {
                    found.invalidShown(rolling, shown(rolling), "only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case ROLLING -> {
                found.notNegative(rolling.field("partition"));
                var unavailable = rolling.field("maxUnavailable");
                CountRules.notNegativeOrPercentage(unavailable, found);
                if (unavailable.isGiven() && CountRules.isZero(unavailable)) {
                    found.invalidJson(unavailable, "cannot be 0");
                }
                CountRules.notMoreThanAll(unavailable, found);
            }
            default -> {
                var text =
                        "{\"Type\":" + FieldError.quoted(strategy.field("type").text()) + ",\"RollingUpdate\":"
                                + shown(rolling) + "}";
                found.invalidShown(strategy, text, "must be 'RollingUpdate' or 'OnDelete'");
            }
        }
    }

    /** As messages show it: with the names that its fields have in Go. */
    private static String shown(FieldValue rolling) {
        if (!rolling.isGiven()) return "null";
        return "{\"Partition\":" + rolling.field("partition").number() + ",\"MaxUnavailable\":"
                + rolling.field("maxUnavailable").json() + "}";
    }

    private void selected(FieldValue spec, Findings found) {
        if (!PodTemplateRules.isSelected(spec, "statefulset", "", found)) return;
        templates.check(withClaims(spec), found);
        PodTemplateRules.lasting(spec.field("template"), "StatefulSet", found);
    }

    /** The template as its pods are made: with a volume for each claim, in place of the template's own of that name. */
    private static FieldValue withClaims(FieldValue spec) {
        var claims = spec.field("volumeClaimTemplates");
        var template = spec.field("template");
        if (claims.isEmpty() || !(template.node() instanceof ObjectNode given)) return template;
        var filled = given.deepCopy();
        var pod = filled.get("spec") instanceof ObjectNode known ? known : filled.putObject("spec");
        var own = pod.path("volumes").deepCopy();
        var volumes = pod.putArray("volumes");
        var names = new HashSet<String>();
        for (var claim : claims.items()) {
            var name = claim.field("metadata").field("name").text();
            if (!names.add(name)) continue;
            var volume = volumes.addObject().put("name", name);
            volume.putObject("persistentVolumeClaim").put("claimName", name);
        }
        for (var volume : own) if (!names.contains(volume.path("name").asText())) volumes.add(volume);
        return new FieldValue(filled, spec, "template");
    }
}
