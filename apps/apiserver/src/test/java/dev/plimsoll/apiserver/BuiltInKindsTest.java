package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.protobuf.MessageTypes;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: kinds-served, openapi, storage-version-hash, component-statuses
/** What every built-in kind has: types, a protobuf message, Tables, OpenAPI entries; and what some of them begin with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BuiltInKindsTest {
    private static final Kinds KINDS = Kinds.bundled();
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

    private TestServer server;

    @BeforeAll
    void start() {
        server = new TestServer();
    }

    @AfterAll
    void stop() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    /** Kinds of Kubernetes itself; those of the autoscaler and of metrics come from elsewhere. */
    static List<Kind> kubernetes() {
        return KINDS.own().stream()
                .filter(kind ->
                        !kind.group().equals("metrics.k8s.io") && !kind.group().equals("autoscaling.k8s.io"))
                .toList();
    }

    static List<Kind> listed() {
        return KINDS.own().stream()
                .filter(kind -> kind.verbs().contains(Verb.LIST))
                .toList();
    }

    @Test
    void theyAreMany() {
        assertThat(kubernetes()).hasSize(72);
        assertThat(new TreeSet<>(KINDS.own().stream().map(Kind::group).toList()))
                .hasSize(24);
    }

    @ParameterizedTest
    @MethodSource("kubernetes")
    void theFieldsOfAKindAreKnownAndItHasAMessage(Kind kind) {
        var shape = Schema.bundled().shapeOf(kind.apiVersion(), kind.name());
        assertThat(shape.origin()).isEqualTo(KindShape.Origin.BUILT_IN);
        assertThat(shape.shape().name()).startsWith("io.k8s.");
        assertThat(MessageTypes.ofKind(kind.apiVersion(), kind.name())).isPresent();
        if (kind.isStored()) {
            assertThat(MessageTypes.ofKind(kind.apiVersion(), kind.listName())).isPresent();
        }
        if (kind.hasStatus()) assertThat(shape.shape().knows("status")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("listed")
    void aKindIsListedAsObjectsAndAsATable(Kind kind) {
        var path = (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion() + "/" + kind.plural();
        var list = server.get(path).json();
        assertThat(list.path("kind").asText()).isEqualTo(kind.listName());
        var table = server.call("GET", path, "", Map.of("Accept", TABLE)).json();
        assertThat(table.path("kind").asText()).isEqualTo("Table");
        assertThat(columns(table)).contains("Name");
    }

    private static List<String> columns(JsonNode table) {
        return table.path("columnDefinitions")
                .valueStream()
                .map(column -> column.path("name").asText())
                .toList();
    }

    @Test
    void everyKindIsDescribedInBothVersionsOfOpenApi() {
        var definitions = server.get("/openapi/v2").json().path("definitions");
        for (var apiVersion : KINDS.apiVersions()) {
            var path = apiVersion.indexOf('/') < 0 ? "api/" + apiVersion : "apis/" + apiVersion;
            var schemas = server.get("/openapi/v3/" + path).json().at("/components/schemas");
            for (var kind : KINDS.of(apiVersion)) {
                var newer = described(schemas, kind);
                assertThat(described(definitions, kind)).as("%s in v2", kind).isNotEmpty();
                assertThat(newer).as("%s in v3", kind).hasSize(1);
                assertThat(newer.getFirst().path("properties").has("metadata")).isTrue();
            }
        }
    }

    /** The schemas that are marked as those of a kind. */
    private static List<JsonNode> described(JsonNode schemas, Kind kind) {
        return schemas.valueStream()
                .filter(schema -> {
                    var mark = schema.path("x-kubernetes-group-version-kind").path(0);
                    return mark.path("group").asText().equals(kind.group())
                            && mark.path("version").asText().equals(kind.version())
                            && mark.path("kind").asText().equals(kind.name());
                })
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            storage.k8s.io/v1 storageclasses            | {"provisioner":"example.com/p"}                              | /volumeBindingMode                    | Immediate
            networking.k8s.io/v1 networkpolicies        | {"spec":{"egress":[{"ports":[{"port":53}]}]}}                | /spec/policyTypes/1                   | Egress
            discovery.k8s.io/v1 endpointslices          | {"addressType":"IPv4","endpoints":[],"ports":[{"port":1}]}   | /ports/0/protocol                     | TCP
            flowcontrol.apiserver.k8s.io/v1 flowschemas | {"spec":{"priorityLevelConfiguration":{"name":"exempt"}}}    | /spec/matchingPrecedence              | 1000
            resource.k8s.io/v1 resourceclaims           | {"spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c"}}]}}} | /spec/devices/requests/0/exactly/count | 1
            storage.k8s.io/v1 volumeattributesclasses   | {"driverName":"example.com","parameters":{"a":"b"}}          | /metadata/finalizers/0                | kubernetes.io/vac-protection
            v1 persistentvolumeclaims                   | {"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}} | /status/phase | Pending
            v1 endpoints                                | {"subsets":[{"addresses":[{"ip":"10.1.2.3"}],"ports":[{"port":80}]}]} | /subsets/0/ports/0/protocol    | TCP
            """)
    void defaults(String resource, String body, String pointer, String expected) {
        var words = resource.split(" ", -1);
        var kind = KINDS.find(words[0], words[1]).orElseThrow();
        var answer = create(kind, body, "x");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        assertThat(answer.json().at(pointer).asText()).isEqualTo(expected);
    }

    private TestServer.Answer create(Kind kind, String body, String name) {
        var path = (kind.group().isEmpty() ? "/api/" : "/apis/")
                + kind.apiVersion()
                + (kind.namespaced() ? "/namespaces/default/" : "/")
                + kind.plural();
        var document = body.replaceFirst(
                "\\{",
                "{\"apiVersion\":\"" + kind.apiVersion() + "\",\"kind\":\"" + kind.name()
                        + "\",\"metadata\":{\"name\":\"" + name + "\"}" + (body.equals("{}") ? "" : ","));
        return server.post(path, document);
    }

    @Test
    void aDeprecatedKindSaysSo() {
        var answer = server.get("/api/v1/componentstatuses");
        assertThat(answer.headers().get("warning"))
                .containsExactly("299 - \"v1 ComponentStatus is deprecated in v1.19+\"");
    }

    @Test
    void aJobLeavesItsPodsUnlessTheClientSaysOtherwise() {
        var jobs = KINDS.named("batch", "Job");
        var body = "{\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":"
                + "[{\"name\":\"c\",\"image\":\"i\"}]}}}}";
        create(jobs, body, "orphans");
        var kept = server.call("DELETE", "/apis/batch/v1/namespaces/default/jobs/orphans", "", Map.of());
        assertThat(kept.json().at("/metadata/finalizers/0").asText()).isEqualTo("orphan");
        assertThat(kept.headers().get("warning")).singleElement().asString().contains("child pods are preserved");
        create(jobs, body, "background");
        var gone = server.call(
                "DELETE",
                "/apis/batch/v1/namespaces/default/jobs/background?propagationPolicy=Background",
                "",
                Map.of());
        assertThat(gone.json().path("status").asText()).isEqualTo("Success");
        assertThat(gone.headers().get("warning")).isNull();
    }

    @Test
    void aSigningRequestNamesWhoSentItAndIsApproved() {
        var kind = KINDS.named("certificates.k8s.io", "CertificateSigningRequest");
        var created = create(
                kind,
                "{\"spec\":{\"request\":\"" + PEM + "\",\"signerName\":\"example.com/s\",\"usages\":[\"client auth\"],"
                        + "\"username\":\"somebody-else\"}}",
                "r");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertThat(created.json().at("/spec/username").asText()).isNotEqualTo("somebody-else");
        var path = "/apis/certificates.k8s.io/v1/certificatesigningrequests/r/approval";
        var patch = "{\"status\":{\"conditions\":[{\"type\":\"Approved\",\"status\":\"True\",\"reason\":\"R\"}]},"
                + "\"spec\":{\"username\":\"nobody\"}}";
        var approved = server.call("PATCH", path, patch, Map.of("Content-Type", "application/merge-patch+json"));
        assertThat(approved.status()).as(approved.text()).isEqualTo(200);
        assertThat(approved.json().at("/status/conditions/0/type").asText()).isEqualTo("Approved");
        assertThat(approved.json().at("/spec/username"))
                .isEqualTo(created.json().at("/spec/username"));
    }

    /** A request for CN=x, signed with a key that nobody has any more; base64 of its PEM. */
    private static final String PEM =
            "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dBMVVFQXd3QmVEQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCQVhOTitWUGdDd3VDR1ZtamxlTU82M01POXRldjVyRnArTnRtWU1oWlJhaU1nV0dsWTY4QzRIelR3T1J0c2IvCjlyNVpHRlJSeEN6M00rY29hMEcxdDYyZ0FEQUtCZ2dxaGtqT1BRUURBZ05KQURCR0FpRUExTUZPT1Uvcno2YnAKOVM5NUpIZDJFQ3NwbTRVL3F2a0p5blVOZUZoSlU0TUNJUUNqcElTWE9Mbys5REdWOUtCUk1uN2pDSmlGS3RVbgpieUVBWnFsNStvVDhuQT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";

    @Test
    void theFormInWhichAKindIsStoredHasTheHashOfKubernetes() {
        // As a kube-apiserver 1.37.0-rc.1 answers: the first two are stored in the form that they are served in, the
        // third is not.
        for (var row : List.of(
                List.of("/api/v1", "pods", "xPOwRZ+Yhw8="),
                List.of("/apis/apps/v1", "deployments", "8aSe+NMegvE="),
                List.of("/apis/apiextensions.k8s.io/v1", "customresourcedefinitions", "jfWCUB31mvA="))) {
            var found = server.get(row.getFirst()).json().path("resources").findParents("storageVersionHash").stream()
                    .filter(each -> each.path("name").asText().equals(row.get(1)))
                    .map(each -> each.path("storageVersionHash").asText());
            assertThat(found).as(row.get(1)).containsExactly(row.getLast());
        }
    }
}
