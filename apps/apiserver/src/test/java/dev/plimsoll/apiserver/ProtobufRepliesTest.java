package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: protobuf-answers, protobuf-options, protobuf-custom, cbor, openapi-protobuf
/** Clients that speak protobuf see the same objects as those that speak JSON. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtobufRepliesTest {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String PARTIAL = ";g=meta.k8s.io;v=v1;as=PartialObjectMetadata";

    private final TestServer server = new TestServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /** Objects with every special form: quantities, times, bytes, numbers that may be texts, raw JSON, maps. */
    record Case(String collection, String object) {
        @Override
        public String toString() {
            return collection;
        }
    }

    static List<Case> cases() {
        var inDefault = "/namespaces/default/";
        return List.of(
                new Case("/api/v1" + inDefault + "configmaps", """
                        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"p","labels":{"b":"2","a":"1"}},
                        "data":{"k":"v","empty":""},"binaryData":{"x":"AAH/"}}"""),
                new Case("/api/v1" + inDefault + "secrets", """
                        {"kind":"Secret","apiVersion":"v1","metadata":{"name":"p"},"data":{"k":"c2VjcmV0"},"type":"Opaque"}"""),
                new Case("/api/v1" + inDefault + "pods", """
                        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"spec":{"resources":{"requests":{"cpu":"1"}},
                        "containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],
                        "resources":{"requests":{"cpu":"250m","memory":"64Mi"}},
                        "livenessProbe":{"httpGet":{"port":"web"},"periodSeconds":5}}]}}"""),
                new Case("/apis/apps/v1" + inDefault + "deployments", """
                        {"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"p"},"spec":{"replicas":0,
                        "selector":{"matchLabels":{"a":"b"}},"strategy":{"rollingUpdate":{"maxSurge":"30%","maxUnavailable":0}},
                        "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}"""),
                new Case("/apis/coordination.k8s.io/v1" + inDefault + "leases", """
                        {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"p"},
                        "spec":{"holderIdentity":"h","renewTime":"2026-01-02T03:04:05.678901Z"}}"""),
                new Case("/apis/autoscaling/v1" + inDefault + "horizontalpodautoscalers", """
                        {"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v1","metadata":{"name":"p"},
                        "spec":{"maxReplicas":3,"targetCPUUtilizationPercentage":50,
                        "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"p"}}}"""),
                new Case("/apis/policy/v1" + inDefault + "poddisruptionbudgets", """
                        {"kind":"PodDisruptionBudget","apiVersion":"policy/v1","metadata":{"name":"p"},
                        "spec":{"minAvailable":"50%","selector":{"matchLabels":{"a":"b"}}}}"""),
                new Case("/apis/rbac.authorization.k8s.io/v1/clusterroles", """
                        {"kind":"ClusterRole","apiVersion":"rbac.authorization.k8s.io/v1","metadata":{"name":"p"},
                        "rules":[{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}]}"""));
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String accept)
            throws IOException, InterruptedException {
        return server.exchange(method, path, body, Map.of("Accept", accept, "Content-Type", PROTOBUF));
    }

    private ObjectNode get(String path) throws IOException, InterruptedException {
        var reply = send("GET", path, new byte[0], PROTOBUF);
        assertThat(reply.headers().firstValue("Content-Type")).as(path).hasValue(PROTOBUF);
        return ProtobufAnswers.read(reply.body());
    }

    /** A null is as if nothing were there: protobuf has no word for it. The same of the short name of a subresource. */
    private static JsonNode withoutNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(member -> member.getValue().isNull());
            // The newer version of autoscalers leaves it out, and the message is read as if it were of that version.
            if (object.path("currentReplicas").asInt(-1) == 0) object.remove("currentReplicas");
            if (object.path("singularName").asText("-").isEmpty()) object.remove("singularName");
        }
        for (var child : node) withoutNulls(child);
        return node;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("created, read, listed, watched, changed and deleted in protobuf as in JSON")
    void wholeLife(Case each) throws Exception {
        var object = (ObjectNode) ProtobufAnswers.json(each.object());
        var created =
                send("POST", each.collection(), ProtobufWriter.body(object).orElseThrow(), PROTOBUF);
        assertThat(created.statusCode()).isEqualTo(201);
        var path = each.collection() + "/p";
        assertThat(ProtobufAnswers.read(created.body()))
                .isEqualTo(withoutNulls(server.get(path).json()));
        assertThat(get(path)).isEqualTo(withoutNulls(server.get(path).json()));

        var changed = get(path);
        changed.withObject("/metadata").withObject("/labels").put("changed", "yes");
        var updated = send("PUT", path, ProtobufWriter.body(changed).orElseThrow(), PROTOBUF);
        assertThat(updated.statusCode()).isEqualTo(200);
        assertThat(ProtobufAnswers.read(updated.body())
                        .at("/metadata/labels/changed")
                        .asText())
                .isEqualTo("yes");

        assertThat(get(each.collection()))
                .isEqualTo(withoutNulls(server.get(each.collection()).json()));
        var watched = "?watch=true&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                + "&allowWatchBookmarks=true";
        var events = ProtobufAnswers.events(server, each.collection() + watched, PROTOBUF);
        events.forEach(ProtobufRepliesTest::comparable);
        assertThat(events).isEqualTo(lines(each.collection() + watched));

        var deleted = send("DELETE", path, new byte[0], PROTOBUF);
        assertThat(deleted.headers().firstValue("Content-Type")).hasValue(PROTOBUF);
        assertThat(deleted.statusCode()).isEqualTo(200);
        assertThat(ProtobufAnswers.read(deleted.body()).path("kind").asText())
                .isIn("Status", object.path("kind").asText());
    }

    private List<JsonNode> lines(String path) throws IOException, InterruptedException {
        try (var stream = server.opened(path)) {
            return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> comparable((ObjectNode) withoutNulls(ProtobufAnswers.json(line))))
                    .toList();
        }
    }

    /** The version of a bookmark is that of its moment. */
    private static JsonNode comparable(ObjectNode event) {
        if (event.path("type").asText().equals("BOOKMARK")) {
            event.withObject("/object/metadata").remove("resourceVersion");
            event.withObject("/object").remove(List.of("spec", "status"));
        }
        return event;
    }

    @Test
    @DisplayName("a refusal is a Status in protobuf, for those who asked for protobuf")
    void refusals() throws Exception {
        var path = "/api/v1/namespaces/default/configmaps/none";
        var reply = send("GET", path, new byte[0], PROTOBUF);
        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue(PROTOBUF);
        assertThat(ProtobufAnswers.read(reply.body()))
                .isEqualTo(withoutNulls(server.get(path).json()));
        var unknown = send("GET", "/apis/example.com/v9/things", new byte[0], "application/json");
        assertThat(unknown.statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("the client's order and qualities decide")
    void negotiation() throws Exception {
        var path = "/api/v1/namespaces/default";
        for (var row : List.of(
                List.of(PROTOBUF + ",application/json", PROTOBUF),
                List.of("application/json," + PROTOBUF, "application/json"),
                List.of("application/json;q=0.5," + PROTOBUF, PROTOBUF),
                List.of(PROTOBUF + ";q=0.1,application/json;q=0.9", "application/json"),
                List.of(PROTOBUF + ";q=0,application/yaml", "application/yaml"),
                List.of("text/html," + PROTOBUF + ";q=0.8", PROTOBUF),
                List.of(PROTOBUF + ";as=Table;v=v1;g=meta.k8s.io,application/json", "application/json")))
            assertThat(send("GET", path, new byte[0], row.getFirst()).headers().firstValue("Content-Type"))
                    .as(row.getFirst())
                    .hasValue(row.getLast());
    }

    @Test
    @DisplayName("options of a delete are read as protobuf")
    void deleteOptions() throws Exception {
        var maps = "/api/v1/namespaces/default/configmaps";
        var made = server.post(maps, "{\"metadata\":{\"name\":\"options\"}}").json();
        for (var row : List.of(
                List.of("another", 409), List.of(made.at("/metadata/uid").asText(), 200))) {
            var options = (ObjectNode) ProtobufAnswers.json(
                    "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":\"" + row.getFirst()
                            + "\"}}");
            var reply = server.exchange(
                    "DELETE",
                    maps + "/options",
                    ProtobufWriter.body(options).orElseThrow(),
                    Map.of("Accept", PROTOBUF, "Content-Type", PROTOBUF));
            assertThat(reply.statusCode()).isEqualTo(row.getLast());
        }
        assertThat(server.get(maps + "/options").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("CBOR is neither given nor taken")
    void cbor() throws Exception {
        var path = "/api/v1/namespaces/default";
        assertThat(send("GET", path, new byte[0], "application/cbor").statusCode())
                .isEqualTo(406);
        assertThat(send("GET", path, new byte[0], "application/cbor,application/json;q=0.5")
                        .headers()
                        .firstValue("Content-Type"))
                .hasValue("application/json");
        var sent = server.call("POST", path + "/configmaps", "x", Map.of("Content-Type", "application/cbor"));
        assertThat(sent.status()).isEqualTo(415);
        assertThat(sent.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json, application/yaml, application/vnd.kubernetes.protobuf");
    }

    @Test
    @DisplayName("the older OpenAPI document comes in the form that kubectl asks for, under both of its names")
    void openApi() throws Exception {
        for (var name : List.of("spec.v2@v1.0", "spec.v2.v1.0")) {
            var reply = send(
                    "GET", "/openapi/v2", new byte[0], "application/com.github.proto-openapi." + name + "+protobuf");
            assertThat(reply.statusCode()).as(name).isEqualTo(200);
            assertThat(reply.headers().firstValue("Content-Type"))
                    .hasValue("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
            // Field 1, the version of the format: "2.0".
            assertThat(reply.body()).startsWith(0x0a, 3, '2', '.', '0');
            assertThat(new String(reply.body(), StandardCharsets.ISO_8859_1)).contains("io.k8s.api.core.v1.Pod");
        }
    }

    @Test
    @DisplayName("metadata alone comes in protobuf too, of custom resources as well")
    void partialMetadata() throws Exception {
        var one = get("/api/v1/namespaces/default", PROTOBUF + PARTIAL);
        assertThat(one.path("kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(one.path("metadata"))
                .isEqualTo(server.get("/api/v1/namespaces/default").json().path("metadata"));
        var list = get("/api/v1/namespaces", PROTOBUF + PARTIAL + "List");
        assertThat(list.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
        assertThat(list.path("items").size())
                .isEqualTo(server.get("/api/v1/namespaces").json().path("items").size());
    }

    private ObjectNode get(String path, String accept) throws IOException, InterruptedException {
        var reply = send("GET", path, new byte[0], accept);
        assertThat(reply.statusCode()).isEqualTo(200);
        return ProtobufAnswers.read(reply.body());
    }

    @Test
    @DisplayName("custom resources have no message: JSON where the client takes it, otherwise 406")
    void customResources() throws Exception {
        var path = "/apis/autoscaling.k8s.io/v1/namespaces/default/verticalpodautoscalers";
        assertThat(send("GET", path, new byte[0], PROTOBUF).statusCode()).isEqualTo(406);
        assertThat(send("GET", path, new byte[0], PROTOBUF + ",application/json")
                        .headers()
                        .firstValue("Content-Type"))
                .hasValue("application/json");
    }

    @Test
    @DisplayName("discovery comes in protobuf")
    void discovery() throws Exception {
        for (var path : List.of("/api", "/apis", "/api/v1", "/apis/apps", "/apis/apps/v1")) {
            var document = get(path);
            // Some of these documents have no version, and an envelope always has the field.
            if (document.path("apiVersion").asText().isEmpty()) document.remove("apiVersion");
            assertThat(document)
                    .as(path)
                    .isEqualTo(withoutNulls(server.get(path).json()));
        }
    }
}
