package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import dev.plimsoll.core.podsecurity.view.SecurityContext;
import java.util.Optional;

/** No container runs as a process of a Windows node. */
public final class WindowsHostProcess implements Check {
    @Override
    public String id() {
        return "windowsHostProcess";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var setters = SubjectText.setters(pod, SecurityContext::hostProcess);
        return setters.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "hostProcess", setters + " must not set securityContext.windowsOptions.hostProcess=true"));
    }
}
