package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.ContainerDraft.mountPart;
import static dev.plimsoll.core.validation.general.ContainerDraft.port;
import static dev.plimsoll.core.validation.general.PodDraft.containers;
import static dev.plimsoll.core.validation.general.PodDraft.volume;
import static dev.plimsoll.core.validation.general.Row.row;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerRulesTest {
    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "a pod has at least one regular container",
                        p -> p.containers = List.of(),
                        "spec.containers: Required value"),
                row(
                        "a container has a name",
                        p -> p.containers = containers(c -> c.name = ""),
                        "spec.containers[0].name: Required value"),
                row(
                        "the name of a container is a DNS label",
                        p -> p.containers = containers(c -> c.name = "App"),
                        "spec.containers[0].name: Invalid value: \"App\": " + Texts.LABEL),
                row(
                        "names of regular containers differ",
                        p -> p.containers = containers(_ -> {}, _ -> {}),
                        "spec.containers[1].name: Duplicate value: \"app\""),
                row(
                        "two nameless containers have the same name",
                        p -> p.containers = containers(c -> c.name = "", c -> c.name = ""),
                        "spec.containers[0].name: Required value",
                        "spec.containers[1].name: Required value",
                        "spec.containers[1].name: Duplicate value: \"\""),
                row(
                        "an init container does not have the name of a regular one",
                        p -> p.init = containers(_ -> {}),
                        "spec.initContainers[0].name: Duplicate value: \"app\""),
                row(
                        "names of init containers differ",
                        p -> p.init = containers(c -> c.name = "i", c -> c.name = "i"),
                        "spec.initContainers[1].name: Duplicate value: \"i\""),
                row(
                        "two nameless init containers are not duplicates",
                        p -> p.init = containers(c -> c.name = "", c -> c.name = ""),
                        "spec.initContainers[0].name: Required value",
                        "spec.initContainers[1].name: Required value"),
                row(
                        "an ephemeral container has a name of its own among all containers",
                        p -> {
                            p.init = containers(c -> c.name = "i");
                            p.ephemeral = containers(c -> c.name = "app", c -> c.name = "i", c -> c.name = "e");
                        },
                        "spec.ephemeralContainers[0].name: Duplicate value: \"app\"",
                        "spec.ephemeralContainers[1].name: Duplicate value: \"i\""),
                row(
                        "a container has an image",
                        p -> p.containers = containers(c -> c.image = ""),
                        "spec.containers[0].image: Required value"),
                row(
                        "an image has no white space around it",
                        p -> {
                            p.containers = containers(c -> c.image = " a");
                            p.init = containers(c -> {
                                c.name = "i";
                                c.image = "a\u00a0";
                            });
                        },
                        "spec.containers[0].image: Invalid value: \" a\": must not have leading or trailing whitespace",
                        "spec.initContainers[0].image: Invalid value: \"a\u00a0\": must not have leading or trailing"
                                + " whitespace"),
                row("an image may have white space inside", p -> p.containers = containers(c -> c.image = "a b")),
                row(
                        "a pull policy is one of three",
                        p -> p.containers = containers(c -> c.imagePullPolicy = "Sometimes"),
                        "spec.containers[0].imagePullPolicy: Unsupported value: \"Sometimes\": supported values:"
                                + " \"Always\", \"IfNotPresent\", \"Never\""),
                row(
                        "a termination message policy is one of two",
                        p -> p.containers = containers(c -> c.terminationMessagePolicy = "Log"),
                        "spec.containers[0].terminationMessagePolicy: Unsupported value: \"Log\": supported values:"
                                + " \"File\", \"FallbackToLogsOnError\""),
                row("policies that are given may be any of the known ones", p -> {
                    p.containers = containers(c -> {
                        c.imagePullPolicy = "IfNotPresent";
                        c.terminationMessagePolicy = "FallbackToLogsOnError";
                        c.restartPolicy = "OnFailure";
                    });
                    p.init = containers(
                            c -> {
                                c.name = "sidecar";
                                c.restartPolicy = "Always";
                            },
                            c -> {
                                c.name = "once";
                                c.restartPolicy = "Never";
                            });
                }),
                row(
                        "a regular container's restart policy is one of three",
                        p -> p.containers = containers(c -> c.restartPolicy = "Maybe"),
                        "spec.containers[0].restartPolicy: Unsupported value: \"Maybe\": supported values: \"Always\","
                                + " \"Never\", \"OnFailure\""),
                row(
                        "an init container's restart policy is one of three",
                        p -> p.init = containers(c -> {
                            c.name = "i";
                            c.restartPolicy = "always";
                        }),
                        "spec.initContainers[0].restartPolicy: Unsupported value: \"always\": supported values:"
                                + " \"Always\", \"Never\", \"OnFailure\""),
                row(
                        "an ephemeral container has no ports, restart policy or sub path",
                        p -> {
                            p.volumes = List.of(volume("data"));
                            p.ephemeral = containers(c -> {
                                c.name = "debug";
                                c.image = "sh ";
                                c.restartPolicy = "Always";
                                c.ports = List.of(port(80));
                                c.mounts = List.of(mountPart("a", ""));
                            });
                        },
                        "spec.ephemeralContainers[0].image: Invalid value: \"sh \": must not have leading or trailing"
                                + " whitespace",
                        "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container",
                        "spec.ephemeralContainers[0].restartPolicy: Forbidden: cannot be set for an Ephemeral Container",
                        "spec.ephemeralContainers[0].volumeMounts[0].subPath: Forbidden: cannot be set for an Ephemeral"
                                + " Container"),
                row(
                        "an ephemeral container has no sub path expression",
                        p -> {
                            p.volumes = List.of(volume("data"));
                            p.ephemeral = containers(c -> {
                                c.name = "debug";
                                c.mounts = List.of(mountPart("", "$(A)"));
                            });
                        },
                        "spec.ephemeralContainers[0].volumeMounts[0].subPathExpr: Forbidden: cannot be set for an"
                                + " Ephemeral Container"),
                row(
                        "errors come in the order metadata, volumes, claims, regular, init, ephemeral containers, pod",
                        p -> {
                            p.name = "";
                            p.volumes = List.of(volume(""));
                            p.resourceClaims = List.of("");
                            p.containers = containers(c -> {
                                c.name = "";
                                c.image = " ";
                            });
                            p.init = containers(c -> {
                                c.name = "i";
                                c.image = "";
                            });
                            p.ephemeral = containers(c -> {
                                c.name = "e";
                                c.image = "";
                            });
                            p.restartPolicy = "";
                        },
                        "metadata.name: Required value: name or generateName is required",
                        "spec.volumes[0].name: Required value",
                        "spec.resourceClaims[0].name: Required value",
                        "spec.containers[0].name: Required value",
                        "spec.initContainers[0].image: Required value",
                        "spec.ephemeralContainers[0].image: Required value",
                        "spec.restartPolicy: Required value",
                        "spec.containers[0].image: Invalid value: \" \": must not have leading or trailing whitespace"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void everyContainer(Row row) {
        row.verify();
    }
}
