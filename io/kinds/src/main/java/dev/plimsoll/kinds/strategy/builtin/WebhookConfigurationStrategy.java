package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.List;

/** Webhook configurations: what a webhook that says little is taken to say. */
public final class WebhookConfigurationStrategy extends GenericStrategy {
    public WebhookConfigurationStrategy(StrategySetup setup) {
        super(setup);
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
            if (hook.get("clientConfig") instanceof ObjectNode client
                    && client.path("caBundle").asText().isEmpty()) client.remove("caBundle");
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
