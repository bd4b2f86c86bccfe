package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** Seccomp is switched on. */
public final class SeccompProfileRestricted implements Check {
    /** The first version that knows pods without Linux. */
    private static final int WINDOWS = 25;

    @Override
    public String id() {
        return "seccompProfile_restricted";
    }

    @Override
    public String replaces() {
        return "seccompProfile_baseline";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        if (pod.windows() && minor >= WINDOWS) return Optional.empty();
        var unconfined = SeccompProfileBaseline.unconfined(pod);
        if (unconfined.isPresent() || !pod.context().seccompProfile().isEmpty()) return unconfined;
        var names = SubjectText.names(
                pod, container -> container.context().seccompProfile().isEmpty());
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Violation(
                                "seccompProfile",
                                "pod or " + SubjectText.containers(names)
                                        + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\""));
    }
}
