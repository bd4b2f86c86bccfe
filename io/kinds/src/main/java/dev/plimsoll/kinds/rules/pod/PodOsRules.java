package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.List;

/** What a pod cannot ask of the operating system that it names. */
final class PodOsRules {
    private static final String NOT_ON_WINDOWS = "cannot be set for a windows pod";
    private static final String NOT_ON_LINUX = "windows options cannot be set for a linux pod";
    private static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");

    /** Of the security context of a pod, before and after what the pod itself says of namespaces. */
    private static final List<String> POD_FIRST = List.of("appArmorProfile", "seLinuxOptions");

    private static final List<String> POD_THEN = List.of("seccompProfile", "fsGroup", "fsGroupChangePolicy", "sysctls");
    private static final List<String> POD_LAST =
            List.of("runAsUser", "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy");
    private static final List<String> CONTAINER = List.of(
            "appArmorProfile",
            "seLinuxOptions",
            "seccompProfile",
            "capabilities",
            "readOnlyRootFilesystem",
            "privileged",
            "allowPrivilegeEscalation",
            "procMount",
            "runAsUser",
            "runAsGroup");

    private PodOsRules() {}

    static void check(FieldValue spec, Findings found) {
        switch (spec.field("os").field("name").text()) {
            case "linux" -> linux(spec, found);
            case "windows" -> windows(spec, found);
            default -> {}
        }
    }

    private static void linux(FieldValue spec, Findings found) {
        options(spec.field("securityContext"), found);
        for (var list : LISTS) {
            for (var container : spec.field(list).items()) options(container.field("securityContext"), found);
        }
    }

    private static void options(FieldValue context, Findings found) {
        var options = context.field("windowsOptions");
        if (options.isGiven()) found.forbidden(options, NOT_ON_LINUX);
    }

    private static void windows(FieldValue spec, Findings found) {
        var context = spec.field("securityContext");
        unset(context, POD_FIRST, found);
        unset(spec, List.of("hostUsers"), found);
        for (var name : List.of("hostPID", "hostIPC")) {
            if (spec.field(name).isTrue()) found.forbidden(spec.field(name), NOT_ON_WINDOWS);
        }
        unset(context, POD_THEN, found);
        unset(spec, List.of("shareProcessNamespace"), found);
        unset(context, POD_LAST, found);
        for (var list : LISTS) {
            for (var container : spec.field(list).items()) unset(container.field("securityContext"), CONTAINER, found);
        }
    }

    private static void unset(FieldValue holder, List<String> names, Findings found) {
        for (var name : names) {
            var field = holder.field(name);
            if (field.isGiven() && !(field.node().isArray() && field.isEmpty())) found.forbidden(field, NOT_ON_WINDOWS);
        }
    }
}
