package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a claim of devices, or a template of claims, asks for.
 *
 * @param requests {@code spec.devices.requests} of the claim
 */
public record ClaimedDevices(JsonNode requests) {
    public static ClaimedDevices of(ObjectNode document) {
        var spec = document.path("spec");
        var claim = document.path("kind").asText().equals("ResourceClaimTemplate") ? spec.path("spec") : spec;
        return new ClaimedDevices(claim.path("devices").path("requests"));
    }

    /** The place of the first request for devices that others may have in use. */
    public OptionalInt firstWithAdminAccess() {
        return IntStream.range(0, requests.size())
                .filter(i -> requests.get(i).path("exactly").path("adminAccess").asBoolean())
                .findFirst();
    }
}
