package dev.plimsoll.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.webhooks.WebhookEndpoint;

/**
 * What an APIService object says.
 *
 * @param available whether its status says that it can be asked
 */
public record ApiService(String name, Registration registration, Backend backend, boolean available) {
    private static final int HTTPS = 443;

    /**
     * What it is registered for.
     *
     * @param groupPriority where the group stands among the groups, the highest first
     * @param versionPriority where the version stands in its group, the highest first
     */
    public record Registration(String group, String version, int groupPriority, int versionPriority) {
        /** Such as {@code apps/v1}. */
        public String apiVersion() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    /** Who answers. */
    public sealed interface Backend {
        /** This server. */
        record Local() implements Backend {}

        /**
         * Another one, behind a service.
         *
         * @param caBundle who signed its certificate, as Base64; empty for those that Java trusts
         * @param unverified whether any certificate will do
         */
        record Remote(WebhookEndpoint.Service service, String caBundle, boolean unverified) implements Backend {}
    }

    public static ApiService read(JsonNode document) {
        var spec = document.path("spec");
        return new ApiService(
                document.path("metadata").path("name").asText(),
                new Registration(
                        spec.path("group").asText(),
                        spec.path("version").asText(),
                        spec.path("groupPriorityMinimum").asInt(),
                        spec.path("versionPriority").asInt()),
                backend(spec),
                isAvailable(document.path("status")));
    }

    private static Backend backend(JsonNode spec) {
        var service = spec.path("service");
        if (!service.isObject()) return new Backend.Local();
        return new Backend.Remote(
                new WebhookEndpoint.Service(
                        service.path("namespace").asText(),
                        service.path("name").asText(),
                        "",
                        service.path("port").asInt(HTTPS)),
                spec.path("caBundle").asText(),
                spec.path("insecureSkipTLSVerify").asBoolean());
    }

    private static boolean isAvailable(JsonNode status) {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals("Available"))
                return condition.path("status").asText().equals("True");
        }
        return false;
    }

    /** Whether the other says the same of whom to ask. */
    boolean asksTheSame(ApiService other) {
        return registration.equals(other.registration) && backend.equals(other.backend);
    }
}
