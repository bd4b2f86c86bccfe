package dev.plimsoll.apiserver;

import static dev.plimsoll.apiserver.Widgets.OBJECTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.KeyType;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: event-selectors
/** What Kubernetes' conformance tests expect of an API server and no other test here looks at. */
class ConformanceFindingsTest {
    private final TestServer server = new TestServer();

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    @Test
    void aChangeOfTheStatusOfMostKindsBringsAnnotationsAndLabels() {
        var path = "/api/v1/namespaces/default";
        var patched = server.patch(
                "merge-patch+json",
                path + "/status",
                "{\"metadata\":{\"annotations\":{\"a\":\"1\"},\"labels\":{\"l\":\"2\"}},\"spec\":{\"finalizers\":[]},"
                        + "\"status\":{\"conditions\":[{\"type\":\"T\",\"status\":\"True\",\"reason\":\"R\",\"message\":\"m\"}]}}");
        assertThat(patched.status()).as(patched.text()).isEqualTo(200);
        var namespace = server.get(path).json();
        assertThat(namespace.at("/metadata/annotations/a").asText()).isEqualTo("1");
        assertThat(namespace.at("/metadata/labels/l").asText()).isEqualTo("2");
        assertThat(namespace.at("/status/conditions/0/reason").asText()).isEqualTo("R");
        assertThat(namespace.at("/spec/finalizers/0").asText()).isEqualTo("kubernetes");
    }

    @Test
    void aChangeOfTheStatusOfADeploymentLeavesItsLabels() {
        var deployments = "/apis/apps/v1/namespaces/default/deployments";
        var made = server.post(deployments, """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","labels":{"l":"1"}},
                 "spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
                 "spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        var patched = server.patch(
                "merge-patch+json",
                deployments + "/d/status",
                "{\"metadata\":{\"annotations\":{\"a\":\"1\"},\"labels\":{\"l\":\"2\"}},\"status\":{\"replicas\":3}}");
        assertThat(patched.json().at("/metadata/annotations/a").asText()).isEqualTo("1");
        assertThat(patched.json().at("/metadata/labels/l").asText()).isEqualTo("1");
        assertThat(patched.json().at("/status/replicas").asInt()).isEqualTo(3);
    }

    @Test
    void aChangeOfTheStatusOfADefinitionLeavesItsMetadata() {
        Widgets.define(server, Widgets.DEFINITION);
        var path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com";
        var patched =
                server.patch("merge-patch+json", path + "/status", "{\"metadata\":{\"annotations\":{\"a\":\"1\"}}}");
        assertThat(patched.status()).as(patched.text()).isEqualTo(200);
        assertThat(patched.json().at("/metadata/annotations/a").isMissingNode()).isTrue();
    }

    @Test
    void eventsAreSelectedByTheirSourceInEitherForm() {
        var made = server.post("/apis/events.k8s.io/v1/namespaces/default/events", """
                {"metadata":{"name":"e"},"regarding":{"kind":"Pod","namespace":"default","name":"p"},"action":"Do",
                 "reason":"Test","note":"n","type":"Normal","reportingController":"c","reportingInstance":"c-0",
                 "eventTime":"2026-01-01T00:00:00.000000Z"}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        var core = "/api/v1/namespaces/default/events?fieldSelector=source%3D";
        assertThat(server.get(core + "c").json().path("items")).hasSize(1);
        assertThat(server.get(core + "other").json().path("items")).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            unknown: 1                              | .unknown: field not declared in schema
            metadata: {name: w, unknown: u}         | .metadata.unknown: field not declared in schema
            spec: {color: red, unknown: 1}          | .spec.unknown: field not declared in schema
            """)
    void anAppliedCustomResourceHasNoUnknownFields(String field, String problem) {
        Widgets.define(server, Widgets.DEFINITION);
        var config = "apiVersion: example.com/v1\nkind: Widget\n" + field + "\n";
        for (var validation : List.of("Strict", "Warn", "Ignore")) {
            var answer = server.patch(
                    "apply-patch+yaml", OBJECTS + "/w?fieldManager=m&fieldValidation=" + validation, config);
            assertThat(answer.status()).as(answer.text()).isEqualTo(500);
            assertThat(answer.message())
                    .contains("failed to create typed patch object")
                    .endsWith(problem);
        }
    }

    @Test
    void whereASchemaKeepsUnknownFieldsTheyAreApplied() {
        Widgets.define(server, Widgets.DEFINITION);
        var config = "apiVersion: example.com/v1\nkind: Widget\nspec: {color: red, free: {anything: 1}}\n";
        var answer = server.patch("apply-patch+yaml", OBJECTS + "/w?fieldManager=m", config);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        assertThat(answer.json().at("/spec/free/anything").asInt()).isEqualTo(1);
    }

    @Test
    void aKeyThatIsAppliedTwiceIsNamedWithItsLine() {
        var config = "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: x\n  a: y\n";
        var answer = server.patch(
                "apply-patch+yaml",
                "/api/v1/namespaces/default/configmaps/c?fieldManager=m&fieldValidation=Strict",
                config);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.message())
                .isEqualTo("error decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n"
                        + "  line 5: key \"a\" already set in map");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            3599    | if provided, maxExpirationSeconds must be >= 3600
            3600    |
            7862400 |
            7862401 | if provided, maxExpirationSeconds must be <= 7862400
            """)
    void aPodCertificateHasALifetimeWithinBounds(long seconds, String problem) {
        var answer = server.post("/api/v1/namespaces/default/pods?dryRun=All", """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{
                 "containers":[{"name":"c","image":"i"}],
                 "volumes":[{"name":"v","projected":{"sources":[{"podCertificate":{"signerName":"example.com/s",
                  "keyType":"ED25519","credentialBundlePath":"b","maxExpirationSeconds":%d}}]}}]}}""".formatted(seconds));
        if (problem == null) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        } else {
            assertThat(answer.message())
                    .contains(
                            "spec.volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: Invalid value: "
                                    + seconds + ": " + problem);
        }
    }

    @Test
    void aPodCertificateRequestHasItsStableForm() throws GeneralSecurityException {
        var stub = Base64.getEncoder()
                .encodeToString(
                        CertificateRequest.encode(KeyType.ED25519.newKeys(), RequestedIdentity.of("", List.of())));
        var answer = server.post(
                "/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests"
                        + "?fieldValidation=Strict&dryRun=All",
                """
                {"apiVersion":"certificates.k8s.io/v1","kind":"PodCertificateRequest","metadata":{"name":"r"},
                 "spec":{"signerName":"example.com/s","podName":"p","podUID":"1","serviceAccountName":"default",
                  "serviceAccountUID":"2","nodeName":"n","nodeUID":"3","stubPKCS10Request":"%s"}}""".formatted(stub));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        assertThat(answer.json().at("/spec/stubPKCS10Request").asText()).isEqualTo(stub);
        assertThat(answer.json().at("/spec/maxExpirationSeconds").asInt()).isEqualTo(86_400);
    }

    @Test
    void openApiOfADefinitionDescribesWhatAllObjectsHave() {
        Widgets.define(server, Widgets.DEFINITION);
        var newer = server.get("/openapi/v3/apis/example.com/v1").json().at("/components/schemas");
        var widget = newer.path("com.example.v1.Widget").path("properties");
        assertThat(widget.at("/apiVersion/description").asText()).startsWith("APIVersion defines");
        assertThat(widget.at("/kind/description").asText()).startsWith("Kind is");
    }
}
