package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.List;

/** Which namespaces of the machine a pod may share, and which of its own. */
final class HostNamespaceRules {
    private static final String OWN_USERS = "when `hostUsers` is false";

    private HostNamespaceRules() {}

    static void check(FieldValue spec, Findings found) {
        var shared = spec.field("shareProcessNamespace");
        if (shared.isTrue() && spec.field("hostPID").isTrue()) {
            found.invalidShown(shared, "true", "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        var users = spec.field("hostUsers");
        if (!users.isGiven() || users.isTrue()) return;
        if (spec.field("hostNetwork").isTrue()) found.forbidden(spec.field("hostNetwork"), OWN_USERS);
        // Messages name these two as the source of Kubernetes does.
        if (spec.field("hostPID").isTrue()) found.forbidden(spec.field("HostPID"), OWN_USERS);
        if (spec.field("hostIPC").isTrue()) found.forbidden(spec.field("HostIPC"), OWN_USERS);
        for (var list : List.of("initContainers", "containers")) {
            for (var container : spec.field(list).items()) {
                var devices = container.field("volumeDevices");
                if (!devices.isEmpty()) found.forbidden(devices, OWN_USERS);
            }
        }
    }
}
