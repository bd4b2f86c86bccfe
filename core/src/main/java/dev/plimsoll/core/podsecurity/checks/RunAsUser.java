package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import dev.plimsoll.core.podsecurity.view.SecurityContext;
import java.util.Optional;

/** No user id is 0, unless root in the pod is nobody on the node. */
public final class RunAsUser implements Check {
    @Override
    public String id() {
        return "runAsUser";
    }

    @Override
    public int since() {
        return 23;
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        if (pod.userNamespace()) return Optional.empty();
        var setters = SubjectText.setters(pod, SecurityContext::runAsRoot);
        return setters.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation("runAsUser=0", setters + " must not set runAsUser=0"));
    }
}
