package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import java.util.ArrayList;
import java.util.List;

/** What may change in a job: hardly anything, but for one that is suspended and has no pods. */
final class JobRules {
    private static final String IMMUTABLE = "field is immutable";
    private static final List<String> SCHEDULING =
            List.of("nodeSelector", "tolerations", "schedulingGates", "affinity");

    private JobRules() {}

    static List<FieldError> check(Write write) {
        var errors = new ArrayList<FieldError>();
        var before = write.stored().path("spec");
        var after = write.sent().path("spec");
        var indexed = after.path("completionMode").asText().equals("Indexed");
        // An indexed job may grow and shrink as long as completions and parallelism stay the same.
        var elastic = indexed && after.path("completions").equals(after.path("parallelism"));
        if (!elastic) same(errors, "completions", before, after);
        same(errors, "completionMode", before, after);
        same(errors, "podFailurePolicy", before, after);
        same(errors, "backoffLimitPerIndex", before, after);
        same(errors, "managedBy", before, after);
        same(errors, "successPolicy", before, after);
        var old = before.path("template");
        var now = after.path("template");
        var compared = mayChangeScheduling(write) ? mutable(old, now) : old;
        if (!compared.equals(now)) errors.add(invalid("spec.template", now));
        return errors;
    }

    private static void same(List<FieldError> errors, String field, JsonNode before, JsonNode after) {
        if (!before.path(field).equals(after.path(field))) errors.add(invalid("spec." + field, after.path(field)));
    }

    private static FieldError invalid(String field, JsonNode value) {
        var shown = value.isMissingNode() ? "null" : value.toString();
        return new FieldError(FieldError.Type.INVALID, field, shown, IMMUTABLE);
    }

    private static boolean mayChangeScheduling(Write write) {
        var status = write.stored().path("status");
        if (!write.stored().at("/spec/suspend").asBoolean()
                || status.path("active").asInt() > 0) return false;
        if (!status.has("startTime")) return true;
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals("Suspended")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /** The template before with what may change taken from the one after: all but that must be the same. */
    private static JsonNode mutable(JsonNode before, JsonNode after) {
        ObjectNode allowed = before.deepCopy();
        if (allowed.get("metadata") instanceof ObjectNode metadata) {
            for (var part : List.of("labels", "annotations")) take(metadata, after.path("metadata"), part);
        } else if (after.has("metadata")) {
            allowed.set("metadata", after.get("metadata"));
        }
        if (!(allowed.get("spec") instanceof ObjectNode spec)) return allowed;
        for (var part : SCHEDULING) take(spec, after.path("spec"), part);
        for (var list : List.of("containers", "initContainers")) {
            var containers = spec.path(list);
            for (var i = 0; i < containers.size(); i++) {
                if (containers.get(i) instanceof ObjectNode container) {
                    take(container, after.path("spec").path(list).path(i), "resources");
                }
            }
        }
        return allowed;
    }

    private static void take(ObjectNode target, JsonNode source, String member) {
        var value = source.get(member);
        if (value == null) target.remove(member);
        else target.set(member, value);
    }
}
