package dev.plimsoll.kinds.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.time.Instant;
import java.util.Optional;

/** The condition {@code Available} of an APIService. */
public record Availability(boolean isTrue, String reason, String message) {
    /** The type of the condition. */
    static final String TYPE = "Available";

    public static final Availability PASSED = new Availability(true, "Passed", "all checks passed");
    private static final Availability LOCAL = new Availability(true, "Local", "Local APIServices are always available");

    public static Availability local() {
        return LOCAL;
    }

    public static Availability serviceNotFound(String name, String namespace) {
        return no("ServiceNotFound", "service/%s in \"%s\" is not present".formatted(name, namespace));
    }

    public static Availability servicePort(String name, String namespace, int port) {
        return no(
                "ServicePortError",
                "service/%s in \"%s\" is not listening on port %d".formatted(name, namespace, port));
    }

    public static Availability endpointsNotFound(String name, String namespace) {
        return no(
                "EndpointsNotFound", "cannot find endpointslices for service/%s in \"%s\"".formatted(name, namespace));
    }

    public static Availability missingEndpoints(String name, String namespace, String port) {
        return no(
                "MissingEndpoints",
                "endpointslices for service/%s in \"%s\" have no addresses with port name \"%s\""
                        .formatted(name, namespace, port));
    }

    public static Availability failedDiscovery(String url, String why) {
        return no("FailedDiscoveryCheck", "failing or missing response from %s: %s".formatted(url, why));
    }

    private static Availability no(String reason, String message) {
        return new Availability(false, reason, message);
    }

    /** Writes it into a status; the time is that of the last change between true and false. */
    public void show(ObjectNode document, Instant now) {
        var status = document.withObject("/status");
        var word = isTrue ? "True" : "False";
        var condition = known(status).orElseGet(() -> conditions(status).addObject());
        if (!condition.path("status").asText().equals(word)) {
            condition.put("lastTransitionTime", DocumentMetadata.time(now));
        }
        condition
                .put("message", message)
                .put("reason", reason)
                .put("status", word)
                .put("type", TYPE);
    }

    private static ArrayNode conditions(ObjectNode status) {
        return status.path("conditions").isArray() ? status.withArray("/conditions") : status.putArray("conditions");
    }

    private static Optional<ObjectNode> known(JsonNode status) {
        for (var each : status.path("conditions")) {
            if (each instanceof ObjectNode node && node.path("type").asText().equals(TYPE)) return Optional.of(node);
        }
        return Optional.empty();
    }
}
