package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** No port of the node is taken. */
public final class HostPorts implements Check {
    @Override
    public String id() {
        return "hostPorts";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var names = SubjectText.names(pod, container -> !container.hostPorts().isEmpty());
        if (names.isEmpty()) return Optional.empty();
        var ports = SubjectText.sorted();
        for (var container : pod.containers()) {
            for (var port : container.hostPorts()) ports.add(Integer.toString(port));
        }
        return Optional.of(new Violation(
                "hostPort",
                SubjectText.containers(names) + " " + SubjectText.uses(names) + " "
                        + SubjectText.plural(ports, "hostPort") + " " + String.join(", ", ports)));
    }
}
