package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;
import java.util.stream.Collectors;

/** A pod has namespaces of its own. */
public final class HostNamespaces implements Check {
    @Override
    public String id() {
        return "hostNamespaces";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        if (pod.hostNamespaces().isEmpty()) return Optional.empty();
        var detail = pod.hostNamespaces().stream().map(field -> field + "=true").collect(Collectors.joining(", "));
        return Optional.of(new Violation("host namespaces", detail));
    }
}
