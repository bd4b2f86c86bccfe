package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.List;

/**
 * The fields of the pod itself. A negative grace period is no error: the server's defaults make it one second.
 */
final class PodRules {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> SYSTEMS = List.of("linux", "windows");

    private PodRules() {}

    static void check(PodSpec spec, FieldPath path, FieldErrors found) {
        var details = spec.details();
        var placement = spec.placement();
        restartPolicy(spec.restartPolicy(), path.child("restartPolicy"), found);
        if (!details.dnsPolicy().isEmpty() && !DNS_POLICIES.contains(details.dnsPolicy())) {
            found.notSupported(path.child("dnsPolicy"), details.dnsPolicy(), DNS_POLICIES);
        }
        LabelRules.check(details.nodeSelector(), path.child("nodeSelector"), found);
        SchedulingGateRules.check(placement.schedulingGates(), path.child("schedulingGates"), found);
        subdomain(details.serviceAccountName(), path.child("serviceAccountName"), found);
        subdomain(placement.nodeName(), path.child("nodeName"), found);
        deadline(placement.activeDeadlineSeconds(), path.child("activeDeadlineSeconds"), found);
        label(details.hostname(), path.child("hostname"), found);
        label(details.subdomain(), path.child("subdomain"), found);
        TolerationRules.check(details.tolerations(), path.child("tolerations"), found);
        subdomain(placement.priorityClassName(), path.child("priorityClassName"), found);
        if (!spec.osName().isEmpty() && !SYSTEMS.contains(spec.osName())) {
            found.notSupported(path.child("os"), spec.osName(), SYSTEMS);
        }
    }

    private static void restartPolicy(String policy, FieldPath at, FieldErrors found) {
        if (policy.isEmpty()) found.required(at);
        else if (!RESTART_POLICIES.contains(policy)) found.notSupported(at, policy, RESTART_POLICIES);
    }

    private static void deadline(long seconds, FieldPath at, FieldErrors found) {
        if (seconds == PodPlacement.UNSET || (seconds >= 1 && seconds <= Integer.MAX_VALUE)) return;
        found.invalid(at, seconds, "must be between 1 and " + Integer.MAX_VALUE + ", inclusive");
    }

    private static void subdomain(String name, FieldPath at, FieldErrors found) {
        if (!name.isEmpty()) found.misspelled(at, name, DnsSyntax.subdomain(name));
    }

    private static void label(String name, FieldPath at, FieldErrors found) {
        if (!name.isEmpty()) found.misspelled(at, name, DnsSyntax.label(name));
    }
}
