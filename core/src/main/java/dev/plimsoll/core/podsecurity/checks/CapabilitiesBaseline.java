package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;
import java.util.Set;

/** Only capabilities that runtimes give anyway are added. */
public final class CapabilitiesBaseline implements Check {
    private static final Set<String> ALLOWED = Set.of(
            "AUDIT_WRITE",
            "CHOWN",
            "DAC_OVERRIDE",
            "FOWNER",
            "FSETID",
            "KILL",
            "MKNOD",
            "NET_BIND_SERVICE",
            "SETFCAP",
            "SETGID",
            "SETPCAP",
            "SETUID",
            "SYS_CHROOT");

    @Override
    public String id() {
        return "capabilities_baseline";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var added = SubjectText.sorted();
        var names = SubjectText.names(pod, container -> !ALLOWED.containsAll(container.addedCapabilities()));
        for (var container : pod.containers()) added.addAll(container.addedCapabilities());
        added.removeAll(ALLOWED);
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "non-default capabilities",
                        SubjectText.containers(names) + " must not include " + SubjectText.quoted(added)
                                + " in securityContext.capabilities.add"));
    }
}
