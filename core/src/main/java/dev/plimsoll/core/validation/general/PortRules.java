package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.Port;
import dev.plimsoll.core.validation.syntax.PortSyntax;
import java.util.HashSet;
import java.util.List;

/** The ports of one container. */
final class PortRules {
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private PortRules() {}

    /** The ports as the server fills them in: TCP, and in the node's network the port of the container is the node's. */
    static List<Port> defaulted(Container container, boolean hostNetwork) {
        return container.details().ports().stream()
                .map(port -> defaulted(port, hostNetwork))
                .toList();
    }

    private static Port defaulted(Port port, boolean hostNetwork) {
        var protocol = port.protocol().isEmpty() ? "TCP" : port.protocol();
        var hostPort = hostNetwork && port.hostPort() == 0 ? port.containerPort() : port.hostPort();
        return new Port(port.name(), port.containerPort(), hostPort, protocol, port.hostIP());
    }

    static void check(List<Port> ports, FieldPath path, FieldErrors found) {
        var names = new HashSet<String>();
        for (var i = 0; i < ports.size(); i++) {
            var port = ports.get(i);
            var at = path.index(i);
            if (!port.name().isEmpty()) {
                var messages = PortSyntax.name(port.name());
                found.misspelled(at.child("name"), port.name(), messages);
                if (messages.isEmpty() && !names.add(port.name())) found.duplicate(at.child("name"), port.name());
            }
            if (port.containerPort() == 0) found.required(at.child("containerPort"));
            else number(port.containerPort(), at.child("containerPort"), found);
            if (port.hostPort() != 0) number(port.hostPort(), at.child("hostPort"), found);
            if (!PROTOCOLS.contains(port.protocol())) {
                found.notSupported(at.child("protocol"), port.protocol(), PROTOCOLS);
            }
        }
    }

    private static void number(int port, FieldPath at, FieldErrors found) {
        for (var message : PortSyntax.number(port)) found.invalid(at, port, message);
    }
}
