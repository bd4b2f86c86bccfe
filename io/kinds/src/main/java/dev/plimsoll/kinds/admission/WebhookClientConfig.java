package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How a webhook is asked.
 *
 * @param caBundle certificates as Base64; empty for those that Java trusts
 * @param version of the question and of the answer
 */
public record WebhookClientConfig(WebhookEndpoint endpoint, String caBundle, ReviewVersion version) {
    public WebhookClientConfig(WebhookEndpoint endpoint, String caBundle) {
        this(endpoint, caBundle, ReviewVersion.V1);
    }

    /** Of an admission webhook, or of the webhook that converts the objects of a definition. */
    public static WebhookClientConfig read(JsonNode webhook) {
        var config = webhook.path("clientConfig");
        return new WebhookClientConfig(
                WebhookEndpoint.read(config),
                config.path("caBundle").asText(),
                ReviewVersion.firstOf(versions(webhook)));
    }

    /** Definitions have another name for them than webhooks of admission. */
    private static JsonNode versions(JsonNode webhook) {
        var ofConversion = webhook.path("conversionReviewVersions");
        return ofConversion.isMissingNode() ? webhook.path("admissionReviewVersions") : ofConversion;
    }
}
