package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.ContainerDraft.env;
import static dev.plimsoll.core.validation.general.ContainerDraft.envFrom;
import static dev.plimsoll.core.validation.general.PodDraft.containers;
import static dev.plimsoll.core.validation.general.Row.row;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.EnvVar;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnvRulesTest {
    private static final String NONE =
            "spec.containers[0].env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`,"
                    + " `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";

    static Stream<Row> rows() {
        return Stream.of(
                row(
                        "a variable has a name",
                        p -> p.containers = withEnv(env("", "x")),
                        "spec.containers[0].env[0].name: Required value"),
                row(
                        "the name of a variable has no equals sign",
                        p -> p.containers = withEnv(env("OK", ""), env("A=B", "x")),
                        nameError("A=B")),
                row(
                        "the name of a variable is ASCII",
                        p -> p.containers = withEnv(env("OK", ""), env("Ä", "x")),
                        nameError("Ä")),
                row(
                        "the name of a variable is printable",
                        p -> p.containers = withEnv(env("OK", ""), env("a\tb", "x")),
                        nameError("a\\tb")),
                row("other printable ASCII is fine", p -> p.containers = withEnv(env("9 a/b.c-d~!", "x"))),
                row("the same name twice is fine", p -> p.containers = withEnv(env("A", "x"), env("A", "y"))),
                row("one source is fine", p -> p.containers = withEnv(envFrom("", "fieldRef"))),
                row("a reference has a source", p -> p.containers = withEnv(envFrom("")), NONE),
                row("a reference without source has no other error", p -> p.containers = withEnv(envFrom("x")), NONE),
                row("an unknown source is none", p -> p.containers = withEnv(envFrom("", "vaultRef")), NONE),
                row(
                        "value and reference exclude each other",
                        p -> p.containers = withEnv(envFrom("x", "fieldRef", "secretKeyRef")),
                        "spec.containers[0].env[0].valueFrom: Invalid value: \"\": may not be specified when `value` is"
                                + " not empty"),
                row(
                        "a reference has one source",
                        p -> p.containers = withEnv(envFrom("", "fieldRef", "secretKeyRef")),
                        "spec.containers[0].env[0].valueFrom: Invalid value: \"\": may not have more than one field"
                                + " specified at a time"));
    }

    private static List<Container> withEnv(EnvVar... env) {
        return containers(c -> c.env = List.of(env));
    }

    private static String nameError(String name) {
        return "spec.containers[0].env[1].name: Invalid value: \"" + name
                + "\": a valid environment variable name must consist only of printable ASCII characters other than '='";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void environment(Row row) {
        row.verify();
    }
}
