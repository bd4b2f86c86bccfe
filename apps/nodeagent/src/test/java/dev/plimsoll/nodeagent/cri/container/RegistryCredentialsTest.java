package dev.plimsoll.nodeagent.cri.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cri.config.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: pull-secrets
/** Which secret is for which image. */
class RegistryCredentialsTest {
    private static Map<String, byte[]> config(String... places) {
        var auths = Stream.of(places)
                .map(place -> "\"" + place + "\":{\"username\":\"" + place + "\",\"password\":\"p\"}")
                .toList();
        return Map.of(
                ".dockerconfigjson",
                ("{\"auths\":{" + String.join(",", auths) + "}}").getBytes(StandardCharsets.UTF_8));
    }

    record Row(String rule, String place, String image, boolean fits) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("the same registry", "registry.example", "registry.example/app:1", true),
                new Row("another registry", "registry.example", "other.example/app:1", false),
                new Row("the same registry with a port", "registry.example:5000", "registry.example:5000/app", true),
                new Row("another port", "registry.example:5000", "registry.example/app", false),
                new Row("a part of a registry", "registry.example/team", "registry.example/team/app@sha256:0", true),
                new Row("another part of a registry", "registry.example/team", "registry.example/other/app", false),
                new Row("a star for one part of the name", "*.registry.example", "eu.registry.example/app", true),
                new Row("a star is not for two parts", "*.example", "eu.registry.example/app", false),
                new Row("docker's own registry by its old address", "https://index.docker.io/v1/", "nginx:1", true),
                new Row("docker's own registry by its name", "docker.io", "team/app", true),
                new Row("a name without a dot is no registry", "team", "team/app", false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void fits(Row row) {
        assertThat(RegistryCredentials.fitting(row.image(), List.of(config(row.place()))))
                .hasSize(row.fits() ? 1 : 0);
    }

    @Test
    void theNarrowestPlaceComesFirst() {
        var secrets = List.of(config("registry.example", "registry.example/team"));
        assertThat(RegistryCredentials.fitting("registry.example/team/app", secrets))
                .extracting(Credentials::username)
                .containsExactly("registry.example/team", "registry.example");
    }

    @Test
    void nameAndPasswordMayBeOneText() {
        var old = Map.of(
                ".dockercfg",
                "{\"registry.example\":{\"auth\":\"bWU6c2VjcmV0OmJpdA==\"}}".getBytes(StandardCharsets.UTF_8));
        var found = RegistryCredentials.fitting("registry.example/app", List.of(old))
                .getFirst();
        assertThat(found.username()).isEqualTo("me");
        assertThat(found.password()).isEqualTo("secret:bit");
    }

    @Test
    void whatIsNoConfigurationSaysNothing() {
        var odd = Map.of(".dockerconfigjson", "nothing".getBytes(StandardCharsets.UTF_8));
        assertThat(RegistryCredentials.fitting("registry.example/app", List.of(odd, Map.of())))
                .isEmpty();
    }
}
