package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The forms in which objects go out and come in. */
class RepresentationTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private static TestServer.Answer get(TestServer server, String path, String accept) {
        return server.call("GET", path, "", Map.of("Accept", accept));
    }

    @Test
    void yamlThatComesOutCanGoInAgain() {
        try (var server = new TestServer()) {
            server.post(
                    MAPS,
                    "{\"metadata\":{\"name\":\"m\"},\"data\":{\"yes\":\"no\",\"n\":\"1e3\",\"lines\":\"a: b\\n- c\\n\",\"empty\":\"\","
                            + "\"on\":\"plain-text\",\"quoted\":\"\\\"x\\\" \\u00e9\"}}");
            var yaml = get(server, MAPS + "/m", "application/yaml");
            assertThat(yaml.type()).isEqualTo("application/yaml");
            assertThat(yaml.text())
                    .startsWith("apiVersion: v1\ndata:\n")
                    .contains("\"yes\": \"no\"\n", "\"n\": \"1e3\"\n");
            var before = server.get(MAPS + "/m").json().path("data");
            server.call("DELETE", MAPS + "/m", "");
            var text = yaml.text()
                    .lines()
                    .filter(line -> !line.contains("resourceVersion") && !line.contains("uid:"))
                    .collect(java.util.stream.Collectors.joining("\n"));
            var made = server.call("POST", MAPS, text, Map.of("Content-Type", "application/yaml"));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            assertThat(made.json().path("data")).isEqualTo(before);
            assertThat(get(server, MAPS, "application/yaml").text())
                    .contains("\nitems:\n- apiVersion: v1\n", "kind: ConfigMapList");
        }
    }

    @Test
    void prettyRepliesHaveLines() {
        try (var server = new TestServer()) {
            server.post(MAPS, "{\"metadata\":{\"name\":\"m\"}}");
            assertThat(server.get(MAPS + "/m?pretty=true").text()).contains("{\n  \"kind\"");
            assertThat(server.get(MAPS + "?pretty=true").text().lines().count()).isGreaterThan(5);
            assertThat(server.get(MAPS + "/m?pretty=false").text().lines()).hasSize(1);
        }
    }

    @Test
    void protobufIsAnsweredWithJsonWhereThatWillDo() {
        try (var server = new TestServer()) {
            var both = get(server, MAPS, PROTOBUF + ",application/json");
            assertThat(both.status()).isEqualTo(200);
            assertThat(both.type()).isEqualTo("application/json");
            var only = get(server, MAPS, PROTOBUF);
            assertThat(only.status()).isEqualTo(406);
            assertThat(only.message())
                    .isEqualTo("only the following media types are accepted: application/json, application/yaml, "
                            + PROTOBUF);
            var unknown = server.call("POST", MAPS, "x", Map.of("Content-Type", "text/csv"));
            assertThat(unknown.status()).isEqualTo(415);
            assertThat(unknown.message())
                    .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                            + "application/json, application/yaml, " + PROTOBUF);
        }
    }

    @Test
    void theOlderOpenApiHasEveryKindAndEachReferenceLeadsSomewhere() {
        try (var server = new TestServer()) {
            var document = server.get("/openapi/v2").json();
            assertThat(document.path("swagger").asText()).isEqualTo("2.0");
            var definitions = document.path("definitions");
            var pod = definitions.path("io.plimsoll.api.core.v1.Pod");
            assertThat(pod.at("/x-kubernetes-group-version-kind/0/kind").asText())
                    .isEqualTo("Pod");
            assertThat(definitions.has("io.plimsoll.api.events.k8s.io.v1.Event"))
                    .isTrue();
            for (var reference : document.findValuesAsText("$ref")) {
                assertThat(reference).startsWith("#/definitions/");
                assertThat(definitions.has(reference.substring("#/definitions/".length())))
                        .as(reference)
                        .isTrue();
            }
            assertThat(get(server, "/openapi/v2", "application/com.github.proto-openapi.spec.v2.v1.0+protobuf")
                            .status())
                    .isEqualTo(406);
        }
    }
}
