package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: conversion
/** Objects of a definition whose versions a webhook translates: v1 has one address, v2 has host and port. */
class ConversionWebhookTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String V1 = "/apis/example.com/v1/namespaces/default/doors";
    private static final String V2 = "/apis/example.com/v2/namespaces/default/doors";
    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: doors.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: doors, kind: Door}
              conversion:
                strategy: Webhook
                webhook:
                  conversionReviewVersions: [v1]
                  clientConfig: {url: 'URL', caBundle: CA}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {address: {type: string}}}}}}
                selectableFields: [{jsonPath: .spec.address}]
              - name: v2
                served: true
                storage: false
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                  host: {type: string}, port: {type: string}, color: {type: string, default: red}}}}}}
                additionalPrinterColumns: [{name: Host, type: string, jsonPath: .spec.host}]
            """;

    private final TestServer server = new TestServer();
    private final TestWebhook webhook = new TestWebhook();
    /** What is done to the answer before it is sent. */
    private final AtomicReference<Consumer<ObjectNode>> spoilt = new AtomicReference<>(_ -> {});

    @BeforeEach
    void defined() {
        webhook.conversion(
                "/convert",
                ConversionWebhookTest::convert,
                review -> spoilt.get().accept(review));
        Widgets.define(
                server, DEFINITION.replace("URL", webhook.url("/convert")).replace("CA", webhook.caBundle()));
    }

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        webhook.close();
        assertThat(defects).isEmpty();
    }

    private static void convert(ObjectNode object, String apiVersion) {
        var spec = object.withObject("/spec");
        if (apiVersion.endsWith("/v2")) {
            var parts = spec.path("address").asText().split(":", -1);
            spec.removeAll();
            spec.put("host", parts[0]).put("port", parts.length > 1 ? parts[1] : "");
        } else {
            var address = spec.path("host").asText() + ":" + spec.path("port").asText();
            spec.removeAll();
            spec.put("address", address);
        }
        object.put("apiVersion", apiVersion);
        object.withObject("/metadata").withObject("/annotations").put("converted", "yes");
    }

    private TestServer.Answer v1(String name, String address) {
        return server.post(
                V1,
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Door\",\"metadata\":{\"name\":\"" + name
                        + "\",\"labels\":{\"a\":\"b\"}},\"spec\":{\"address\":\"" + address + "\"}}");
    }

    private TestServer.Answer v2(String name, String host) {
        return server.post(
                V2,
                "{\"apiVersion\":\"example.com/v2\",\"kind\":\"Door\",\"metadata\":{\"name\":\"" + name
                        + "\"},\"spec\":{\"host\":\"" + host + "\",\"port\":\"80\"}}");
    }

    @Test
    void everyVerbShowsTheVersionThatIsAskedFor() {
        assertThat(v1("a", "one:1").status()).isEqualTo(201);
        assertThat(webhook.requests()).as("it is stored as it was sent").isEmpty();
        var shown = server.get(V2 + "/a").json();
        assertThat(shown.path("apiVersion").asText()).isEqualTo("example.com/v2");
        assertThat(shown.at("/spec/host").asText()).isEqualTo("one");
        assertThat(shown.at("/spec/color").asText())
                .as("defaults of the version")
                .isEqualTo("red");
        assertThat(shown.at("/metadata/labels/a").asText()).isEqualTo("b");
        assertThat(shown.at("/metadata/annotations/converted").asText()).isEqualTo("yes");
        assertThat(shown.at("/metadata/managedFields")).isNotEmpty();

        var request = webhook.requests().element();
        assertThat(request.path("desiredAPIVersion").asText()).isEqualTo("example.com/v2");
        assertThat(request.at("/objects/0/apiVersion").asText()).isEqualTo("example.com/v1");

        var made = v2("b", "two");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().at("/spec/host").asText()).isEqualTo("two");
        assertThat(server.get(V1 + "/b").json().at("/spec/address").asText()).isEqualTo("two:80");

        var patched = server.patch("merge-patch+json", V2 + "/a", "{\"spec\":{\"port\":\"9\"}}");
        assertThat(patched.json().at("/spec/port").asText()).as(patched.text()).isEqualTo("9");
        assertThat(server.get(V1 + "/a").json().at("/spec/address").asText()).isEqualTo("one:9");

        var put = server.get(V2 + "/a").json().deepCopy();
        ((ObjectNode) put.path("spec")).put("host", "three");
        assertThat(server.call("PUT", V2 + "/a", put.toString())
                        .json()
                        .at("/spec/host")
                        .asText())
                .isEqualTo("three");
        assertThat(server.get(V1 + "/a").json().at("/spec/address").asText()).isEqualTo("three:9");
        assertThat(server.call("DELETE", V2 + "/a", "").status()).isEqualTo(200);
        assertThat(server.get(V1 + "/a").status()).isEqualTo(404);
    }

    @Test
    void aListIsTranslatedAtOnceAndOnlyOnce() {
        for (var i = 0; i < 5; i++) v1("a" + i, "host" + i + ":1");
        var list = server.get(V2).json();
        assertThat(list.path("items")).hasSize(5);
        assertThat(list.at("/items/3/spec/host").asText()).isEqualTo("host3");
        assertThat(webhook.requests()).hasSize(1);
        assertThat(webhook.requests().element().path("objects")).hasSize(5);
        server.get(V2);
        assertThat(webhook.requests()).as("what was translated is kept").hasSize(1);
        var paged = server.get(V2 + "?limit=2").json();
        assertThat(paged.path("items")).hasSize(2);
        var rest = server.get(V2 + "?limit=10&continue="
                        + paged.at("/metadata/continue").asText())
                .json();
        assertThat(rest.path("items")).hasSize(3);
        var table = server.call("GET", V2, "", Map.of("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1"));
        assertThat(table.json().at("/rows/0/cells/1").asText()).as(table.text()).isEqualTo("host0");
        assertThat(server.get(V2 + "?labelSelector=a%3Dc").json().path("items")).isEmpty();
    }

    @Test
    void aWatchShowsTheVersionThatIsAskedFor() throws IOException, InterruptedException {
        v1("a", "one:1");
        try (var lines = new BufferedReader(
                new InputStreamReader(server.opened(V2 + "?watch=true&timeoutSeconds=60"), StandardCharsets.UTF_8))) {
            assertThat(event(lines).at("/object/spec/host").asText()).isEqualTo("one");
            v1("b", "two:2");
            var added = event(lines);
            assertThat(added.path("type").asText()).isEqualTo("ADDED");
            assertThat(added.at("/object/spec/host").asText()).isEqualTo("two");
            server.patch("merge-patch+json", V1 + "/b", "{\"spec\":{\"address\":\"three:2\"}}");
            assertThat(event(lines).at("/object/spec/host").asText()).isEqualTo("three");
            spoilt.set(
                    review -> review.withObject("/response").putObject("result").put("message", "tired"));
            server.patch("merge-patch+json", V1 + "/b", "{\"spec\":{\"address\":\"four:2\"}}");
            var error = event(lines);
            assertThat(error.path("type").asText()).isEqualTo("ERROR");
            assertThat(error.at("/object/message").asText())
                    .isEqualTo("conversion webhook for example.com/v1, Kind=Door failed: tired");
            assertThat(lines.readLine()).isNull();
        }
    }

    private static JsonNode event(BufferedReader lines) throws IOException {
        return MAPPER.readTree(lines.readLine());
    }

    @Test
    void whenTheStorageVersionChangesOldObjectsAreTranslatedAndNewOnesAreNot() {
        v1("a", "one:1");
        var swapped = server.patch(
                "json-patch+json",
                Widgets.DEFINITIONS + "/doors.example.com",
                "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/storage\",\"value\":false},"
                        + "{\"op\":\"replace\",\"path\":\"/spec/versions/1/storage\",\"value\":true}]");
        assertThat(swapped.status()).as(swapped.text()).isEqualTo(200);
        assertThat(v2("b", "two").status()).isEqualTo(201);
        assertThat(webhook.requests()).isEmpty();
        assertThat(server.get(V2 + "/a").json().at("/spec/host").asText()).isEqualTo("one");
        assertThat(server.get(V1 + "/a").json().at("/spec/address").asText()).isEqualTo("one:1");
        assertThat(server.get(V1 + "/b").json().at("/spec/address").asText()).isEqualTo("two:80");
        assertThat(webhook.requests()).hasSize(2);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "/kind | \"Other\" | failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=Other",
                "/response | null | failed: no response provided",
                "/response/uid | \"x\" | \", got \"x\"",
                "/response/result | {\"status\":\"Failure\"} | failed: response.result.status was 'Failure', not 'Success'",
                "/response/result | {\"status\":\"Failure\",\"message\":\"no\"} | failed: no",
                "/response/convertedObjects | [] | returned 0 objects, expected 1",
                "/response/convertedObjects/0/apiVersion | \"example.com/v3\" | returned invalid converted object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v3)",
                "/response/convertedObjects/0/kind | \"Gate\" | returned invalid converted object at index 0: invalid kind (expected Door, received Gate)",
                "/response/convertedObjects/0/metadata/name | \"b\" | must have the same name: a != b",
                "/response/convertedObjects/0/metadata/namespace | \"b\" | must have the same namespace: default != b",
                "/response/convertedObjects/0/metadata/uid | \"b\" | must have the same UID: "
            })
    void anAnswerThatMakesNoSenseIsToldOf(String path, String value, String why) throws IOException {
        v1("a", "one:1");
        var json = MAPPER.readTree(value);
        var slash = path.lastIndexOf('/');
        spoilt.set(review -> ((ObjectNode) (slash == 0 ? review : review.at(path.substring(0, slash))))
                .set(path.substring(slash + 1), json));
        for (var place : List.of(V2 + "/a", V2)) {
            var answer = server.get(place);
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.message())
                    .startsWith("conversion webhook for example.com/v1, Kind=Door ")
                    .contains(why);
        }
        assertThat(server.get(V1 + "/a").status())
                .as("the stored version needs no webhook")
                .isEqualTo(200);
        spoilt.set(_ -> {});
        assertThat(server.get(V2 + "/a").status()).isEqualTo(200);
        assertThat(server.get(V2).status()).isEqualTo(200);
    }

    @Test
    void onlyLabelsAndAnnotationsOfTheMetadataAreTheWebhooks() {
        v1("a", "one:1");
        spoilt.set(review -> {
            var metadata = (ObjectNode) review.at("/response/convertedObjects/0/metadata");
            metadata.putObject("labels").put("c", "d");
            metadata.putArray("finalizers").add("example.com/x");
            metadata.put("creationTimestamp", "2001-01-01T00:00:00Z").remove("managedFields");
        });
        var metadata = server.get(V2 + "/a").json().path("metadata");
        assertThat(metadata.path("labels").toString()).isEqualTo("{\"c\":\"d\"}");
        assertThat(metadata.has("finalizers")).isFalse();
        assertThat(metadata.path("creationTimestamp").asText()).doesNotStartWith("2001");
        assertThat(metadata.has("managedFields")).isTrue();
    }

    @Test
    void aWebhookThatDoesNotAnswerIsToldOfAndWritesInTheStoredVersionGoOn() {
        v1("a", "one:1");
        webhook.close();
        var answer = server.get(V2 + "/a");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.message())
                .startsWith("conversion webhook for example.com/v1, Kind=Door failed: Post \"https://127.0.0.1:")
                .contains("/convert?timeout=30s\": dial tcp 127.0.0.1:")
                .endsWith("connect: connection refused");
        assertThat(v2("b", "two").message()).startsWith("conversion webhook for example.com/v2, Kind=Door failed: ");
        assertThat(server.patch("merge-patch+json", V1 + "/a", "{\"spec\":{\"address\":\"x:1\"}}")
                        .status())
                .isEqualTo(200);
        assertThat(server.call("DELETE", V1 + "/a", "").status()).isEqualTo(200);
    }

    @Test
    void aWebhookThatKnowsV1beta1OnlyIsAskedInIt() {
        var definition = DEFINITION
                .replace("URL", webhook.url("/convert"))
                .replace("CA", webhook.caBundle())
                .replace("conversionReviewVersions: [v1]", "conversionReviewVersions: [v1beta1, v1beta2]")
                .replace("doors.example.com", "gates.example.com")
                .replace("plural: doors, kind: Door", "plural: gates, kind: Gate");
        Widgets.define(server, definition);
        spoilt.set(review -> {
            review.remove("apiVersion");
            ((ObjectNode) review.path("response")).remove("uid");
        });
        var made = server.post(
                V1.replace("doors", "gates"),
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gate\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"address\":\"one:1\"}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        var shown = server.get(V2.replace("doors", "gates") + "/a");
        assertThat(shown.json().at("/spec/host").asText()).as(shown.text()).isEqualTo("one");
        assertThat(webhook.versions()).containsExactly("apiextensions.k8s.io/v1beta1");
    }

    @Test
    void theVersionsOfTheQuestionAreChecked() {
        for (var row : List.of(
                List.of(
                        "[v2]",
                        "conversionReviewVersions: Invalid value: [\"v2\"]: must include at least one of v1, v1beta1"),
                List.of("[v1, v1]", "conversionReviewVersions[1]: Invalid value: \"v1\": duplicate version"),
                List.of(
                        "[v1, V_1]",
                        "conversionReviewVersions[1]: Invalid value: \"V_1\": a DNS-1035 label must consist"))) {
            var definition = DEFINITION
                    .replace("URL", webhook.url("/convert"))
                    .replace("CA", webhook.caBundle())
                    .replace("conversionReviewVersions: [v1]", "conversionReviewVersions: " + row.getFirst())
                    .replace("doors.example.com", "gates.example.com")
                    .replace("plural: doors, kind: Door", "plural: gates, kind: Gate");
            var answer = server.call("POST", Widgets.DEFINITIONS, definition, Widgets.YAML);
            assertThat(answer.status()).as(row.getFirst()).isEqualTo(422);
            assertThat(answer.message()).contains("spec.conversion." + row.get(1));
        }
    }
}
