package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.Port;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.List;
import java.util.Set;

/** What holds for a container of any kind. */
final class ContainerRules {
    private static final List<String> TERMINATION_MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");

    private ContainerRules() {}

    /**
     * @param ports the container's ports with their defaults
     * @param mountable the names of the volumes that it may mount
     */
    static void check(Container container, List<Port> ports, Set<String> mountable, FieldPath path, FieldErrors found) {
        var details = container.details();
        if (container.name().isEmpty()) found.required(path.child("name"));
        else found.misspelled(path.child("name"), container.name(), DnsSyntax.label(container.name()));
        if (container.image().isEmpty()) found.required(path.child("image"));
        oneOf(
                TERMINATION_MESSAGE_POLICIES,
                details.terminationMessagePolicy(),
                path.child("terminationMessagePolicy"),
                found);
        PortRules.check(ports, path.child("ports"), found);
        EnvRules.check(details.env(), path.child("env"), found);
        MountRules.check(details.volumeMounts(), mountable, path.child("volumeMounts"), found);
        oneOf(PULL_POLICIES, details.imagePullPolicy(), path.child("imagePullPolicy"), found);
    }

    /**
     * A regular or init container may have a restart policy of its own since container restart rules are on by default
     * (v1.35). Empty means none was given.
     */
    static void restartPolicy(Container container, FieldPath path, FieldErrors found) {
        oneOf(RESTART_POLICIES, container.restartPolicy(), path.child("restartPolicy"), found);
    }

    private static void oneOf(List<String> supported, String value, FieldPath at, FieldErrors found) {
        if (!value.isEmpty() && !supported.contains(value)) found.notSupported(at, value, supported);
    }
}
