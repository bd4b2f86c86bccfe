package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where a webhook is asked, and whose certificate it must have.
 *
 * @param caBundle certificates as Base64; empty for those that Java trusts
 */
public record WebhookClientConfig(WebhookEndpoint endpoint, String caBundle) {
    /** Of an admission webhook, or of the webhook that converts the objects of a definition. */
    public static WebhookClientConfig read(JsonNode webhook) {
        var config = webhook.path("clientConfig");
        return new WebhookClientConfig(
                WebhookEndpoint.read(config), config.path("caBundle").asText());
    }
}
