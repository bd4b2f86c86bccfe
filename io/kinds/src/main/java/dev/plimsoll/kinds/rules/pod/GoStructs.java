package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Structs as messages show them: with all fields, by the names that the source of Kubernetes gives them. */
final class GoStructs {
    private static final List<String> SECURITY_CONTEXT = List.of(
            "capabilities",
            "privileged",
            "seLinuxOptions",
            "windowsOptions",
            "runAsUser",
            "runAsGroup",
            "runAsNonRoot",
            "readOnlyRootFilesystem",
            "allowPrivilegeEscalation",
            "procMount",
            "seccompProfile",
            "appArmorProfile");

    private GoStructs() {}

    static String securityContext(FieldValue context) {
        return SECURITY_CONTEXT.stream()
                .map(name -> "\"" + named(name) + "\":" + context.field(name).json())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String named(String field) {
        return field.equals("seLinuxOptions")
                ? "SELinuxOptions"
                : field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    }
}
