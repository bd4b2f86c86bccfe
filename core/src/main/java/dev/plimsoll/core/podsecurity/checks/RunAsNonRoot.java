package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.Choice;
import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** No container runs as root, unless root in the pod is nobody on the node. */
public final class RunAsNonRoot implements Check {
    @Override
    public String id() {
        return "runAsNonRoot";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        if (pod.userNamespace()) return Optional.empty();
        var setters = SubjectText.setters(pod, context -> context.runAsNonRoot() == Choice.FALSE);
        if (!setters.isEmpty()) return refused(setters + " must not set securityContext.runAsNonRoot=false");
        if (pod.context().runAsNonRoot() == Choice.TRUE) return Optional.empty();
        var names = SubjectText.names(pod, container -> container.context().runAsNonRoot() == Choice.UNSET);
        return names.isEmpty()
                ? Optional.empty()
                : refused("pod or " + SubjectText.containers(names) + " must set securityContext.runAsNonRoot=true");
    }

    private static Optional<Violation> refused(String detail) {
        return Optional.of(new Violation("runAsNonRoot != true", detail));
    }
}
