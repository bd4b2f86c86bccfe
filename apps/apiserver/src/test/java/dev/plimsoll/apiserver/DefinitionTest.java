package dev.plimsoll.apiserver;

import static dev.plimsoll.apiserver.Widgets.DEFINITIONS;
import static dev.plimsoll.apiserver.Widgets.OBJECTS;
import static dev.plimsoll.apiserver.Widgets.YAML;
import static dev.plimsoll.apiserver.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of definitions. */
class DefinitionTest {
    private static final String NAME = DEFINITIONS + "/widgets.example.com";

    private final TestServer server = new TestServer();

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private static String condition(JsonNode definition, String type) {
        for (var condition : definition.at("/status/conditions")) {
            if (!condition.path("type").asText().equals(type)) continue;
            return condition.path("status").asText() + " "
                    + condition.path("reason").asText() + ": "
                    + condition.path("message").asText();
        }
        return "";
    }

    @Test
    void isEstablishedUnderItsNames() {
        Widgets.define(server, Widgets.DEFINITION);
        var definition = server.get(NAME).json();
        assertThat(condition(definition, "NamesAccepted")).isEqualTo("True NoConflicts: no conflicts found");
        assertThat(condition(definition, "Established"))
                .isEqualTo("True InitialNamesAccepted: the initial names have been accepted");
        assertThat(definition.at("/status/acceptedNames").toString())
                .isEqualTo(
                        "{\"plural\":\"widgets\",\"singular\":\"widget\",\"shortNames\":[\"wd\"],\"kind\":\"Widget\","
                                + "\"listKind\":\"WidgetList\",\"categories\":[\"all\"]}");
        assertThat(definition.at("/status/storedVersions").toString()).isEqualTo("[\"v1\"]");
        assertThat(definition.at("/metadata/generation").asInt()).isEqualTo(1);
    }

    @Test
    void isFoundByDiscoveryAndDescribed() {
        Widgets.define(server, Widgets.DEFINITION);
        assertThat(server.get("/apis").text()).contains("\"example.com\"");
        var resources = server.get("/apis/example.com/v1").json().path("resources");
        assertThat(resources.at("/0/name").asText()).isEqualTo("widgets");
        assertThat(resources.at("/0/shortNames/0").asText()).isEqualTo("wd");
        assertThat(resources.at("/1/name").asText()).isEqualTo("widgets/status");
        assertThat(resources.at("/2/kind").asText()).isEqualTo("Scale");
        assertThat(server.get("/openapi/v3").text()).contains("apis/example.com/v1");
        var document = server.get("/openapi/v3/apis/example.com/v1").json();
        var schema = document.at("/components/schemas/com.example.v1.Widget");
        assertThat(schema.at("/properties/spec/properties/color/enum").size()).isEqualTo(3);
        assertThat(schema.at("/properties/metadata/allOf/0/$ref").asText()).endsWith("ObjectMeta");
        assertThat(server.get("/openapi/v2").text()).contains("What it looks like.");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name: widgets.example.com | name: w.example.com | metadata.name: Invalid value: \"w.example.com\": must be spec.names.plural+\".\"+spec.group",
                "scope: Namespaced | scope: Everywhere | spec.scope: Unsupported value: \"Everywhere\": supported values: \"Cluster\", \"Namespaced\"",
                "scope: Namespaced | preserveUnknownFields: true | spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
                "storage: true | storage: false | must have exactly one version marked as storage version",
                "kind: Widget | kind: 3x | spec.names.kind: Invalid value: \"3x\": may have mixed case, but should otherwise match: ",
                "type: string, enum | enum | spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[color].type: Required value: must not be empty for specified object fields",
                "specReplicasPath: .spec.replicas | specReplicasPath: .status.x | spec.versions[0].subresources.scale.specReplicasPath: Invalid value: \".status.x\": should be a json path under .spec",
                "jsonPath: .spec.color}] | jsonPath: .spec.none}] | spec.versions[0].selectableFields[0].jsonPath: Invalid value: \".spec.none\": is an invalid path",
            })
    void isRefused(String from, String to, String message) {
        var answer = server.call("POST", DEFINITIONS, Widgets.DEFINITION.replace(from, to), YAML);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains(message);
    }

    @Test
    void wordsThatNoSchemaHasAreToldOf() {
        var answer = server.call(
                "POST",
                DEFINITIONS + "?fieldValidation=Strict",
                Widgets.DEFINITION.replace("type: string, enum", "type: string, enums"),
                YAML);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.message())
                .contains(
                        "unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color.enums\"");
    }

    @Test
    void namesOfOthersAreNotGiven() {
        Widgets.define(server, Widgets.DEFINITION);
        Widgets.define(server, Widgets.GADGETS.replace("kind: Gadget}", "kind: Gadget, shortNames: [wd]}"));
        var second = server.get(DEFINITIONS + "/gadgets.example.com").json();
        assertThat(condition(second, "NamesAccepted")).isEqualTo("False ShortNamesConflict: \"wd\" is already in use");
        assertThat(condition(second, "Established")).isEqualTo("False NotAccepted: not all names are accepted");
        assertThat(server.get("/apis/example.com/v2/gadgets").status()).isEqualTo(404);
        server.call("DELETE", NAME, "");
        server.patch(
                "merge-patch+json",
                DEFINITIONS + "/gadgets.example.com",
                "{\"metadata\":{\"labels\":{\"look\":\"again\"}}}");
        Waiting.until(
                () -> condition(server.get(DEFINITIONS + "/gadgets.example.com").json(), "Established")
                        .startsWith("True"));
        assertThat(server.get("/apis/example.com/v2/gadgets").status()).isEqualTo(200);
    }

    @Test
    void isEmptiedBeforeItGoes() {
        Widgets.define(server, Widgets.DEFINITION);
        server.post(OBJECTS, widget("a", "{\"color\":\"red\"}"));
        server.post(
                OBJECTS,
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"b\","
                        + "\"finalizers\":[\"example.com/f\"]},\"spec\":{\"color\":\"red\"}}");
        server.call("DELETE", NAME, "");
        Waiting.until(() -> server.get(OBJECTS + "/a").status() == 404);
        var going = server.get(NAME).json();
        assertThat(going.at("/metadata/finalizers/0").asText()).isEqualTo("customresourcecleanup.apiextensions.k8s.io");
        assertThat(condition(going, "Terminating"))
                .isEqualTo("True InstanceDeletionInProgress: CustomResource deletion is in progress");
        assertThat(server.get(OBJECTS + "/a").status()).isEqualTo(404);
        assertThat(server.post(OBJECTS, widget("c", "{\"color\":\"red\"}")).status())
                .isEqualTo(405);
        server.patch("merge-patch+json", OBJECTS + "/b", "{\"metadata\":{\"finalizers\":[]}}");
        Waiting.until(() -> server.get(NAME).status() == 404);
        assertThat(server.get(OBJECTS).status()).isEqualTo(404);
        Widgets.define(server, Widgets.DEFINITION);
        assertThat(server.get(OBJECTS).json().path("items").size()).isZero();
    }

    @Test
    void whatIsEstablishedMayNotChangeEverything() {
        Widgets.define(server, Widgets.DEFINITION);
        var answer = server.patch("merge-patch+json", NAME, "{\"spec\":{\"scope\":\"Cluster\"}}");
        assertThat(answer.message())
                .isEqualTo(
                        "CustomResourceDefinition.apiextensions.k8s.io \"widgets.example.com\" is invalid: spec.scope: "
                                + "Invalid value: \"Cluster\": field is immutable");
    }

    @Test
    void kindsOfTheServerItselfStayAsTheyAre() throws IOException {
        var file = Files.readString(Path.of("../../deploy/autoscaler/crds.yaml"));
        for (var definition : file.split("(?m)^---$", -1)) Widgets.define(server, definition);
        var path = DEFINITIONS + "/verticalpodautoscalers.autoscaling.k8s.io";
        assertThat(condition(server.get(path).json(), "Established")).startsWith("True BuiltIn");
        var objects = "/apis/autoscaling.k8s.io/v1/namespaces/default/verticalpodautoscalers";
        var made = server.post(
                objects,
                "{\"apiVersion\":\"autoscaling.k8s.io/v1\",\"kind\":\"VerticalPodAutoscaler\",\"metadata\":{\"name\":\"v\"},"
                        + "\"spec\":{\"targetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        server.call("DELETE", path, "");
        Waiting.until(() -> server.get(path).status() == 404);
        assertThat(server.get(objects + "/v").status()).isEqualTo(200);
    }

    @Test
    void otherServersOfTheStoreServeItToo() {
        try (var other = server.another()) {
            Widgets.define(server, Widgets.DEFINITION);
            assertThat(other.post(OBJECTS, widget("a", "{\"color\":\"red\"}")).status())
                    .isEqualTo(201);
            assertThat(other.get("/apis/example.com/v1").status()).isEqualTo(200);
            assertThat(server.get(OBJECTS + "/a").status()).isEqualTo(200);
        }
        try (var restarted = server.another()) {
            assertThat(restarted.get(OBJECTS + "/a").json().at("/spec/replicas").asInt())
                    .isEqualTo(1);
        }
    }

    /** kubectl gives up on all kinds of a server, not only on this one, where a list has no items. */
    @Test
    void theOlderDocumentSaysOfWhatEachListIs() {
        Widgets.define(server, """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: pipes.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: pipes, kind: Pipe}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec:
                            type: object
                            properties:
                              free: {type: array, items: {type: object}, x-kubernetes-preserve-unknown-fields: true}
                              maybe: {type: array, nullable: true, items: {type: string}}
                              nested:
                                type: array
                                items:
                                  type: object
                                  properties:
                                    inner: {type: array, items: {type: string}, x-kubernetes-preserve-unknown-fields: true}
                              named:
                                type: object
                                additionalProperties: {type: array, items: {type: string}, x-kubernetes-preserve-unknown-fields: true}
                              either: {type: array, items: {x-kubernetes-int-or-string: true}}
                """);
        var definitions = server.get("/openapi/v2").json().path("definitions");
        assertThat(definitions.path("com.example.v1.Pipe").at("/properties/spec/properties/either/items"))
                .isNotEmpty();
        var lists = new ArrayList<JsonNode>();
        lists(definitions, lists);
        assertThat(lists)
                .isNotEmpty()
                .allSatisfy(list -> assertThat(list.path("items").isObject())
                        .as(list.toString())
                        .isTrue());
    }

    private static void lists(JsonNode node, List<JsonNode> found) {
        if (node.path("type").asText().equals("array")) found.add(node);
        for (var child : node) lists(child, found);
    }
}
