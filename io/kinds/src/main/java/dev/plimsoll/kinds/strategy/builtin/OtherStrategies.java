package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.LimitRangeRules;
import dev.plimsoll.core.validation.QuotaRules;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.rules.KindRules;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import java.util.List;

/** Kinds with a rule or two of their own. */
final class OtherStrategies {
    private OtherStrategies() {}

    /** A namespace is active from the start, and is emptied before it goes. */
    static final class Namespaces extends GenericStrategy {
        Namespaces(Kind kind, KindShape shape) {
            super(kind, shape);
        }

        @Override
        public void defaults(ObjectNode document) {
            var name = DocumentMetadata.of(document).name();
            if (!name.isEmpty()) DocumentMetadata.of(document).label("kubernetes.io/metadata.name", name);
        }

        @Override
        public void prepareNew(ObjectNode document) {
            super.prepareNew(document);
            defaults(document);
            document.putObject("spec").putArray("finalizers").add("kubernetes");
            document.putObject("status").put("phase", "Active");
        }

        @Override
        public void prepareChange(Write write) {
            if (write.isOf("finalize")) {
                keepAllBut(write, "spec");
                return;
            }
            super.prepareChange(write);
            if (!write.isOf("status")) take(write.sent(), write.stored(), "spec");
        }
    }

    /** A node's status comes with it when it registers, and its labels may change with its status. */
    static final class Nodes extends GenericStrategy {
        Nodes(Kind kind, KindShape shape) {
            super(kind, shape);
        }

        @Override
        public void prepareNew(ObjectNode document) {
            DocumentMetadata.of(document).remove("generation");
        }

        @Override
        public void prepareChange(Write write) {
            if (!write.isOf("status")) {
                super.prepareChange(write);
                return;
            }
            take(write.sent(), write.stored(), "spec");
        }
    }

    static final class LimitRanges extends GenericStrategy {
        private final LimitRangeRules rules;

        LimitRanges(Kind kind, KindShape shape, FeatureGates gates) {
            super(kind, shape);
            this.rules = LimitRangeRules.under(gates);
        }

        /** One without a name gets one that nobody else has. */
        @Override
        public void prepareNew(ObjectNode document) {
            super.prepareNew(document);
            var meta = DocumentMetadata.of(document);
            if (meta.name().isEmpty()) meta.put("name", meta.uid());
        }

        @Override
        public void defaults(ObjectNode document) {
            var items = Views.limitRange(document).items();
            var list = document.path("spec").path("limits");
            for (var i = 0; i < items.size(); i++) {
                if (!items.get(i).type().equals(LimitRange.TYPE_CONTAINER)) continue;
                var node = (ObjectNode) list.get(i);
                var limit = items.get(i).defaultLimit();
                var request = items.get(i).defaultRequest();
                if (!limit.isEmpty()) node.set("default", PodWriter.amounts(node, limit));
                if (!request.isEmpty()) node.set("defaultRequest", PodWriter.amounts(node, request));
            }
        }

        @Override
        public List<FieldError> checkNew(ObjectNode document) {
            return rules.check(Views.limitRange(document));
        }

        @Override
        public List<FieldError> checkChange(Write write) {
            return checkNew(write.sent());
        }
    }

    static final class ResourceQuotas extends GenericStrategy {
        ResourceQuotas(Kind kind, KindShape shape) {
            super(kind, shape);
        }

        @Override
        public List<FieldError> checkNew(ObjectNode document) {
            return QuotaRules.check(Views.resourceQuota(document));
        }

        @Override
        public List<FieldError> checkChange(Write write) {
            if (write.isOf("status")) return List.of();
            var errors = new java.util.ArrayList<>(checkNew(write.sent()));
            var before = write.stored().path("spec").path("scopes");
            var after = write.sent().path("spec").path("scopes");
            if (!before.equals(after)) {
                errors.add(
                        new FieldError(FieldError.Type.INVALID, "spec.scopes", after.toString(), "field is immutable"));
            }
            return errors;
        }
    }

    static final class PriorityClasses extends RuledStrategy {
        PriorityClasses(Kind kind, KindShape shape, KindRules rules) {
            super(kind, shape, rules);
        }

        @Override
        public void defaults(ObjectNode document) {
            PodDefaults.absent(document, "preemptionPolicy", "PreemptLowerPriority");
            PodDefaults.number(document, "value", 0);
        }

        @Override
        public List<FieldError> checkChange(Write write) {
            return write.sent().path("value").equals(write.stored().path("value"))
                    ? List.of()
                    : List.of(FieldError.forbidden("value", "may not be changed in an update."));
        }
    }

    static final class Webhooks extends GenericStrategy {
        Webhooks(Kind kind, KindShape shape) {
            super(kind, shape);
        }

        @Override
        public void defaults(ObjectNode document) {
            var mutating = document.path("kind").asText().startsWith("Mutating");
            for (var entry : document.path("webhooks")) {
                if (!(entry instanceof ObjectNode hook)) continue;
                PodDefaults.absent(hook, "failurePolicy", "Fail");
                PodDefaults.absent(hook, "matchPolicy", "Equivalent");
                PodDefaults.number(hook, "timeoutSeconds", 10);
                if (mutating) PodDefaults.absent(hook, "reinvocationPolicy", "Never");
                if (!hook.has("namespaceSelector")) hook.putObject("namespaceSelector");
                if (!hook.has("objectSelector")) hook.putObject("objectSelector");
                for (var rule : hook.path("rules")) {
                    if (rule instanceof ObjectNode node) PodDefaults.absent(node, "scope", "*");
                }
                if (hook.path("clientConfig").get("service") instanceof ObjectNode service) {
                    PodDefaults.number(service, "port", 443);
                }
            }
        }

        @Override
        public List<FieldError> checkNew(ObjectNode document) {
            return WebhookChecks.of(document);
        }

        @Override
        public List<FieldError> checkChange(Write write) {
            return WebhookChecks.of(write.sent());
        }
    }
}
