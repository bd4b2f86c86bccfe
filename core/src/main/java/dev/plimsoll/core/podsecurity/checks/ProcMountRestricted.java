package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** /proc is masked, whoever root in the pod is. */
public final class ProcMountRestricted implements Check {
    @Override
    public String id() {
        return "procMount_restricted";
    }

    @Override
    public int since() {
        return 35;
    }

    @Override
    public String replaces() {
        return "procMount";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        return ProcMount.unmasked(pod);
    }
}
