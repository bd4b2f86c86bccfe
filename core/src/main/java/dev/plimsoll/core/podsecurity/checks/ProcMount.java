package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** /proc is masked, unless root in the pod is nobody on the node. */
public final class ProcMount implements Check {
    /** The first version in which a user namespace is enough. */
    private static final int USER_NAMESPACES = 35;

    @Override
    public String id() {
        return "procMount";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        return pod.userNamespace() && minor >= USER_NAMESPACES ? Optional.empty() : unmasked(pod);
    }

    static Optional<Violation> unmasked(SecuredPod pod) {
        var values = SubjectText.sorted();
        var names = SubjectText.names(pod, container -> isForbidden(container.procMount()));
        for (var container : pod.containers())
            if (isForbidden(container.procMount())) values.add(container.procMount());
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "procMount",
                        SubjectText.containers(names) + " must not set securityContext.procMount to "
                                + SubjectText.quoted(values)));
    }

    private static boolean isForbidden(String procMount) {
        return !procMount.isEmpty() && !procMount.equals("Default");
    }
}
