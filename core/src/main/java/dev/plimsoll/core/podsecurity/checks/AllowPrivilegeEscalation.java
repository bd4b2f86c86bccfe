package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.Choice;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** No process can get more privileges than its parent. */
public final class AllowPrivilegeEscalation implements Check {
    /** The first version that knows pods without Linux. */
    private static final int WINDOWS = 25;

    @Override
    public String id() {
        return "allowPrivilegeEscalation";
    }

    @Override
    public int since() {
        return 8;
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        if (pod.windows() && minor >= WINDOWS) return Optional.empty();
        var names = SubjectText.names(pod, container -> container.allowPrivilegeEscalation() != Choice.FALSE);
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "allowPrivilegeEscalation != false",
                        SubjectText.containers(names) + " must set securityContext.allowPrivilegeEscalation=false"));
    }
}
