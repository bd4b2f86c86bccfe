package dev.plimsoll.core.podsecurity.checks;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Optional;

/** Probes and lifecycle hooks call the pod itself: another host would be called from the node. */
public final class HostProbesAndHostLifecycle implements Check {
    @Override
    public String id() {
        return "hostProbesAndHostLifecycle";
    }

    @Override
    public int since() {
        return 34;
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var names = SubjectText.names(pod, container -> !container.hosts().isEmpty());
        if (names.isEmpty()) return Optional.empty();
        var hosts = SubjectText.sorted();
        for (var container : pod.containers()) hosts.addAll(container.hosts());
        return Optional.of(new Violation(
                "probe or lifecycle host",
                SubjectText.containers(names) + " " + SubjectText.uses(names) + " probe or lifecycle "
                        + SubjectText.plural(hosts, "host") + " " + SubjectText.quoted(hosts)));
    }
}
