package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;

/** Where a webhook is asked. */
public sealed interface WebhookEndpoint {
    record Url(String text) implements WebhookEndpoint {}

    record Service(String namespace, String name, String path, int port) implements WebhookEndpoint {
        /** The name that its certificate must have. */
        public String host() {
            return name + "." + namespace + ".svc";
        }
    }

    static WebhookEndpoint read(JsonNode clientConfig) {
        var service = clientConfig.path("service");
        if (service.isMissingNode()) return new Url(clientConfig.path("url").asText());
        return new Service(
                service.path("namespace").asText(),
                service.path("name").asText(),
                service.path("path").asText(),
                service.path("port").asInt(443));
    }
}
