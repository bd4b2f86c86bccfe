package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredContainer;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** No container is privileged. */
public final class Privileged implements Check {
    @Override
    public String id() {
        return "privileged";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var names = SubjectText.names(pod, SecuredContainer::privileged);
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "privileged", SubjectText.containers(names) + " must not set securityContext.privileged=true"));
    }
}
