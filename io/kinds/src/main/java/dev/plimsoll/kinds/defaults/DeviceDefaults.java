package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of claims on devices. */
public final class DeviceDefaults {
    private static final String EXACT_COUNT = "ExactCount";

    private DeviceDefaults() {}

    public static void claim(ObjectNode document) {
        Defaults.inside(document, "spec", DeviceDefaults::spec);
    }

    public static void claimTemplate(ObjectNode document) {
        Defaults.inside(document, "spec", template -> Defaults.inside(template, "spec", DeviceDefaults::spec));
    }

    private static void spec(ObjectNode spec) {
        Defaults.inside(
                spec,
                "devices",
                devices -> Defaults.each(devices, "requests", request -> {
                    Defaults.inside(request, "exactly", DeviceDefaults::request);
                    Defaults.each(request, "firstAvailable", DeviceDefaults::request);
                }));
    }

    /** A taint of a device has the time at which it came. */
    public static void newSlice(ObjectNode document) {
        var created = document.path("metadata").path("creationTimestamp");
        if (!created.isTextual()) return;
        Defaults.inside(
                document,
                "spec",
                spec -> Defaults.each(
                        spec,
                        "devices",
                        device -> Defaults.each(
                                device, "taints", taint -> Defaults.text(taint, "timeAdded", created.textValue()))));
    }

    private static void request(ObjectNode request) {
        Defaults.text(request, "allocationMode", EXACT_COUNT);
        var counted = request.path("allocationMode").asText().equals(EXACT_COUNT);
        if (counted && request.path("count").asLong() == 0) request.put("count", 1);
        Defaults.each(request, "tolerations", toleration -> Defaults.text(toleration, "operator", "Equal"));
    }
}
