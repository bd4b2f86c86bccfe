package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: openapi
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
                    .contains("\nitems:\n- data:\n", "kind: ConfigMapList");
        }
    }

    @Test
    void prettyRepliesHaveLines() {
        try (var server = new TestServer()) {
            server.post(MAPS, "{\"metadata\":{\"name\":\"m\"}}");
            assertThat(server.get(MAPS + "/m?pretty=true").text())
                    .startsWith("{\n  \"kind\": \"ConfigMap\",\n  \"apiVersion\": \"v1\",\n  \"metadata\": {\n    \"");
            assertThat(server.get(MAPS + "?pretty=true").text().lines().count()).isGreaterThan(5);
            assertThat(server.get(MAPS + "/m?pretty=false").text().lines()).hasSize(1);
            for (var agent : List.of("curl/8.5.0", "Wget/1.21", "Mozilla/5.0 (X11)")) {
                assertThat(server.call("GET", MAPS + "/m", "", Map.of("User-Agent", agent))
                                .text())
                        .as(agent)
                        .contains("{\n  \"kind\"");
                assertThat(server.call("GET", MAPS + "/m?pretty=false", "", Map.of("User-Agent", agent))
                                .text()
                                .lines())
                        .as(agent)
                        .hasSize(1);
            }
            assertThat(server.call("GET", MAPS + "/m", "", Map.of("User-Agent", "kubectl/v1.37.0"))
                            .text()
                            .lines())
                    .hasSize(1);
        }
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() {
        try (var server = new TestServer()) {
            var none = get(server, MAPS, "text/html");
            assertThat(none.status()).isEqualTo(406);
            assertThat(none.message())
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
            var pod = definitions.path("io.k8s.api.core.v1.Pod");
            assertThat(pod.at("/x-kubernetes-group-version-kind/0/kind").asText())
                    .isEqualTo("Pod");
            assertThat(definitions.has("io.k8s.api.events.v1.Event")).isTrue();
            for (var reference : document.findValuesAsText("$ref")) {
                assertThat(reference).startsWith("#/definitions/");
                assertThat(definitions.has(reference.substring("#/definitions/".length())))
                        .as(reference)
                        .isTrue();
            }
            assertThat(get(server, "/openapi/v2", "application/vnd.kubernetes.protobuf")
                            .status())
                    .isEqualTo(406);
        }
    }
}
