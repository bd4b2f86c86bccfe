package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** Seccomp is not switched off. */
public final class SeccompProfileBaseline implements Check {
    @Override
    public String id() {
        return "seccompProfile_baseline";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        return unconfined(pod);
    }

    static Optional<Violation> unconfined(SecuredPod pod) {
        var setters = SubjectText.setters(pod, context -> isForbidden(context.seccompProfile()));
        if (setters.isEmpty()) return Optional.empty();
        var types = SubjectText.sorted();
        if (isForbidden(pod.context().seccompProfile())) types.add(pod.context().seccompProfile());
        for (var container : pod.containers()) {
            if (isForbidden(container.context().seccompProfile()))
                types.add(container.context().seccompProfile());
        }
        return Optional.of(new Violation(
                "seccompProfile",
                setters + " must not set securityContext.seccompProfile.type to " + SubjectText.quoted(types)));
    }

    private static boolean isForbidden(String type) {
        return !type.isEmpty() && !type.equals("RuntimeDefault") && !type.equals("Localhost");
    }
}
