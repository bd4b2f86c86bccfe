package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.ContainerDraft.hostPort;
import static dev.plimsoll.core.validation.general.ContainerDraft.port;
import static dev.plimsoll.core.validation.general.PodDraft.containers;
import static dev.plimsoll.core.validation.general.Row.row;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.Port;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PortRulesTest {
    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "a port has a number",
                        p -> p.containers = withPorts(port(0)),
                        "spec.containers[0].ports[0].containerPort: Required value"),
                row(
                        "a port is at most 65535",
                        p -> p.containers = withPorts(port(65536)),
                        "spec.containers[0].ports[0].containerPort: Invalid value: 65536: must be between 1 and 65535,"
                                + " inclusive"),
                row(
                        "a port is at least 1",
                        p -> p.containers = withPorts(port(-1)),
                        "spec.containers[0].ports[0].containerPort: Invalid value: -1: must be between 1 and 65535,"
                                + " inclusive"),
                row("ports 1 and 65535 are fine", p -> p.containers = withPorts(port(1), port(65535))),
                row(
                        "a port of the node is at most 65535",
                        p -> p.containers = withPorts(hostPort(80, 70000, "")),
                        "spec.containers[0].ports[0].hostPort: Invalid value: 70000: must be between 1 and 65535,"
                                + " inclusive"),
                row(
                        "a protocol is one of three",
                        p -> p.containers = withPorts(hostPort(80, 0, "tcp")),
                        "spec.containers[0].ports[0].protocol: Unsupported value: \"tcp\": supported values: \"SCTP\","
                                + " \"TCP\", \"UDP\""),
                row(
                        "the name of a port is an IANA service name",
                        p -> p.containers = withPorts(port("-HTTP--very-long-", 80)),
                        nameError("-HTTP--very-long-", "must be no more than 15 characters"),
                        nameError(
                                "-HTTP--very-long-",
                                "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"),
                        nameError("-HTTP--very-long-", "must not contain consecutive hyphens"),
                        nameError("-HTTP--very-long-", "must not begin or end with a hyphen")),
                row(
                        "the name of a port has a letter",
                        p -> p.containers = withPorts(port("80", 80)),
                        nameError("80", "must contain at least one letter (a-z)")),
                row(
                        "names of ports differ within a container",
                        p -> p.containers = withPorts(port("http", 80), port("http", 81)),
                        "spec.containers[0].ports[1].name: Duplicate value: \"http\""),
                row("names of ports may be the same in two containers", p -> {
                    p.containers = withPorts(port("http", 80));
                    p.init = containers(c -> {
                        c.name = "i";
                        c.ports = List.of(port("http", 80));
                    });
                }),
                row("the same container port twice is fine", p -> p.containers = withPorts(port(80), port(80))),
                row(
                        "a port of the node is taken once by all regular containers",
                        p -> p.containers = containers(c -> c.ports = List.of(hostPort(80, 8080, "")), c -> {
                            c.name = "b";
                            c.ports = List.of(hostPort(81, 8080, "TCP"));
                        }),
                        "spec.containers[1].ports[0].hostPort: Duplicate value: \"TCP//8080\""),
                row(
                        "protocol and address tell ports of the node apart",
                        p -> p.containers = withPorts(
                                hostPort(80, 8080, "TCP"),
                                hostPort(80, 8080, "UDP"),
                                new Port("", 80, 8080, "TCP", "127.0.0.1"))),
                row(
                        "an address is part of what is taken",
                        p -> p.containers = withPorts(
                                new Port("", 80, 8080, "UDP", "127.0.0.1"), new Port("", 81, 8080, "UDP", "127.0.0.1")),
                        "spec.containers[0].ports[1].hostPort: Duplicate value: \"UDP/127.0.0.1/8080\""),
                row(
                        "init containers share ports of the node with nobody, and are reported as the first",
                        p -> {
                            p.containers = withPorts(hostPort(80, 8080, ""));
                            p.init = containers(c -> c.name = "i", c -> {
                                c.name = "j";
                                c.ports = List.of(hostPort(80, 8080, ""), hostPort(81, 8080, ""));
                            });
                        },
                        "spec.initContainers[0].ports[1].hostPort: Duplicate value: \"TCP//8080\""),
                row(
                        "in the node's network both ports are the same",
                        p -> {
                            p.hostNetwork = true;
                            p.containers = withPorts(hostPort(80, 8080, ""));
                        },
                        "spec.containers[0].ports[0].hostPort: Invalid value: 8080: must match `containerPort` when"
                                + " `hostNetwork` is true"),
                row("in the node's network the port of the node may be left out", p -> {
                    p.hostNetwork = true;
                    p.containers = withPorts(port(80));
                }),
                row(
                        "in the node's network container ports collide",
                        p -> {
                            p.hostNetwork = true;
                            p.containers = withPorts(port(80), port(80));
                        },
                        "spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//80\""));
    }

    private static List<Container> withPorts(Port... ports) {
        return containers(c -> c.ports = List.of(ports));
    }

    private static String nameError(String name, String detail) {
        return "spec.containers[0].ports[0].name: Invalid value: \"" + name + "\": " + detail;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void ports(Row row) {
        row.verify();
    }
}
