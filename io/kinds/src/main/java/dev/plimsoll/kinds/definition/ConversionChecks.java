package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.admission.ReviewVersion;
import java.util.List;

/** What {@code spec.conversion} must be like. */
final class ConversionChecks {
    private static final String AT = "spec.conversion.";

    private final List<FieldError> errors;

    ConversionChecks(List<FieldError> errors) {
        this.errors = errors;
    }

    void check(JsonNode spec) {
        var conversion = spec.path("conversion");
        var strategy = conversion.path("strategy").asText();
        switch (strategy) {
            case "None" -> {
                if (conversion.has("webhook")) {
                    errors.add(FieldError.forbidden(
                            AT + "webhook", "should not be set when strategy is not set to Webhook"));
                }
            }
            case "Webhook" -> webhook(conversion.path("webhook"));
            default -> errors.add(FieldError.notSupported(AT + "strategy", strategy, List.of("None", "Webhook")));
        }
    }

    private void webhook(JsonNode webhook) {
        var client = webhook.path("clientConfig");
        if (!client.isObject()) {
            errors.add(FieldError.required(AT + "webhookClientConfig", "required when strategy is set to Webhook"));
        } else if (client.has("url") == client.has("service")) {
            errors.add(FieldError.required(AT + "webhookClientConfig", "exactly one of url or service is required"));
        }
        var versions = webhook.path("conversionReviewVersions");
        if (versions.isEmpty()) errors.add(FieldError.required(AT + "conversionReviewVersions", ""));
        else ReviewVersion.check(AT + "conversionReviewVersions", versions, errors);
    }
}
