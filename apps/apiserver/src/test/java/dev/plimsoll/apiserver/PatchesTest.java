package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

// Acceptance of Kubernetes clients: apply-creates, apply-migration, patches
/** Patches and applied configurations as clients send them, where the recordings have no example. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PatchesTest {
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String STRATEGIC = "strategic-merge-patch+json";
    private static final String MERGE = "merge-patch+json";
    private static final String JSON = "json-patch+json";
    private static final String APPLY = "apply-patch+yaml";

    private final TestServer server = new TestServer();

    @BeforeAll
    void create() {
        assertThat(server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"default\"}}")
                        .status())
                .isIn(201, 409);
        assertThat(server.post(DEPLOYMENTS, deployment("d", "")).status()).isEqualTo(201);
    }

    @AfterAll
    void close() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private static String deployment(String name, String annotations) {
        return """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"%s"%s},"spec":{"replicas":2,
                "selector":{"matchLabels":{"app":"a"}},"template":{"metadata":{"labels":{"app":"a"}},
                "spec":{"containers":[{"name":"c","image":"i:1"}]}}}}""".formatted(name, annotations);
    }

    private TestServer.Answer patch(String type, String body) {
        return server.patch(type, DEPLOYMENTS + "/d", body);
    }

    @Test
    void aWholeNumberMayHaveAFractionOfZeroInAStrategicPatch() {
        var answer = patch(STRATEGIC, "{\"spec\":{\"template\":{\"spec\":{\"terminationGracePeriodSeconds\":31.0}}}}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()
                        .at("/spec/template/spec/terminationGracePeriodSeconds")
                        .toString())
                .isEqualTo("31");
        var half = patch(STRATEGIC, "{\"spec\":{\"replicas\":3.5}}");
        assertThat(half.status()).isEqualTo(422);
        assertThat(half.message())
                .isEqualTo(" \"\" is invalid: patch: Invalid value: \"map[spec:map[replicas:3.5]]\": json: cannot"
                        + " unmarshal number 3.5 into Go value of type int32");
    }

    @Test
    void theObjectInARefusalHasItsMembersInTheOrderOfItsTypes() {
        var map = MAPS + "/ordered";
        assertThat(server.post(
                                MAPS,
                                "{\"data\":{\"k\":\"v\"},\"metadata\":{\"name\":\"ordered\",\"labels\":{\"l\":\"1\"}}}")
                        .status())
                .isEqualTo(201);
        for (var type : new String[] {MERGE, JSON}) {
            var body =
                    type.equals(MERGE) ? "{\"nonsense\":1}" : "[{\"op\":\"add\",\"path\":\"/nonsense\",\"value\":1}]";
            var answer = server.patch(type, map + "?fieldValidation=Strict", body);
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.message())
                    .startsWith(
                            " \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":\\\"v1\\\",\\\"data\\\":{\\\"k\\\":"
                                    + "\\\"v\\\"},\\\"kind\\\":\\\"ConfigMap\\\",\\\"metadata\\\":{\\\"name\\\"")
                    .endsWith("\\\"nonsense\\\":1}\": strict decoding error: unknown field \"nonsense\"");
        }
    }

    @Test
    void aPatchThatTakesTheNameAwayIsRefused() {
        for (var answer : new TestServer.Answer[] {
            patch(STRATEGIC, "{\"$patch\":\"delete\"}"),
            patch(MERGE, "{\"metadata\":{\"name\":null}}"),
            patch(JSON, "[{\"op\":\"remove\",\"path\":\"/metadata/name\"}]")
        }) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.message())
                    .isEqualTo("the name of the object (d based on URL) was undeterminable: name must be provided");
        }
    }

    @Test
    void aPatchOfTheWrongJsonTypeIsRefused() {
        assertThat(patch(STRATEGIC, "[]").message())
                .isEqualTo("json: cannot unmarshal array into Go value of type map[string]interface {}");
        assertThat(patch(MERGE, "[]").message())
                .isEqualTo("error decoding patch: json: cannot unmarshal array into Go value of type"
                        + " map[string]interface {}");
        assertThat(patch(JSON, "{}").message())
                .isEqualTo("error decoding patch: json: cannot unmarshal object into Go value of type"
                        + " []handlers.jsonPatchOp");
        assertThat(patch(STRATEGIC, "[]").status()).isEqualTo(400);
    }

    @Test
    void strictValidationShowsThePatch() {
        var answer =
                server.patch(STRATEGIC, DEPLOYMENTS + "/d?fieldValidation=Strict", "{\"spec\":{\"bogus\":{\"a\":1}}}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo(" \"\" is invalid: patch: Invalid value: \"map[spec:map[bogus:map[a:1]]]\": strict decoding"
                        + " error: unknown field \"spec.bogus\"");
    }

    @Test
    void annotationsOfADeploymentCountAsAChangeAndLabelsDoNot() {
        assertThat(server.post(DEPLOYMENTS, deployment("counted", "")).status()).isEqualTo(201);
        var path = DEPLOYMENTS + "/counted";
        var labelled = server.patch(MERGE, path, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(labelled.json().at("/metadata/generation").asInt()).isEqualTo(1);
        var annotated = server.patch(MERGE, path, "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}");
        assertThat(annotated.json().at("/metadata/generation").asInt()).isEqualTo(2);
    }

    @Test
    void applyCreatesWhateverVersionItNames() {
        var config = "{apiVersion: v1, kind: ConfigMap, metadata: {name: new, resourceVersion: \"17\"}, data: {a: b}}";
        var created = server.patch(APPLY, MAPS + "/new?fieldManager=me", config);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().at("/metadata/resourceVersion").asText()).isNotEqualTo("17");
        var stale = server.patch(APPLY, MAPS + "/new?fieldManager=me", config);
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.message()).contains("the object has been modified");
        var posted = server.post(MAPS, "{\"metadata\":{\"name\":\"posted\",\"resourceVersion\":\"17\"}}");
        assertThat(posted.status()).isEqualTo(500);
        assertThat(posted.message()).isEqualTo("resourceVersion should not be set on objects to be created");
    }

    @Test
    void applyDoesNotCreateAnObjectThatShouldBeThere() {
        var answer = server.patch(
                APPLY,
                MAPS + "/gone?fieldManager=me",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: gone, uid: u-1}}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.message())
                .isEqualTo("Operation cannot be fulfilled on configmaps \"gone\": uid mismatch: the provided object"
                        + " specified uid u-1, and no existing object was found");
    }

    @Test
    void applyNeedsAConfigurationOfItsKind() {
        var path = DEPLOYMENTS + "/d?fieldManager=me";
        assertThat(server.patch(APPLY, path, "{apiVersion: apps/v2, kind: Deployment}")
                        .message())
                .isEqualTo("invalid object type: apps/v2, Kind=Deployment");
        assertThat(server.patch(APPLY, path, "{apiVersion: v2, kind: Service}").message())
                .isEqualTo("invalid object type: /v2, Kind=Service");
        var unknown = server.patch(APPLY, path, "{apiVersion: apps/v1, kind: Deployment, spec: {zz: 1}}");
        assertThat(unknown.status()).isEqualTo(500);
        assertThat(unknown.message())
                .isEqualTo("failed to create typed patch object (/d; apps/v1, Kind=Deployment): .spec.zz: field"
                        + " not declared in schema");
        var managed = server.patch(
                APPLY,
                path,
                "{apiVersion: apps/v1, kind: Deployment, metadata: {managedFields: [{manager: m, operation: Apply,"
                        + " fieldsType: FieldsV1, fieldsV1: {}}]}}");
        assertThat(managed.status()).isEqualTo(400);
        assertThat(managed.message()).isEqualTo("metadata.managedFields must be nil");
    }

    @Test
    void whoSendsAnEmptyListThatIsShownAsNullOwnsIt() {
        var roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
        var created = server.post(roles, "{\"metadata\":{\"name\":\"empty\"},\"rules\":[]}");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().get("rules").isNull()).isTrue();
        assertThat(created.json().at("/metadata/managedFields/0/fieldsV1/f:rules"))
                .isEmpty();
        assertThat(created.json().at("/metadata/managedFields/0/fieldsV1").has("f:rules"))
                .isTrue();
        var without = server.post(roles, "{\"metadata\":{\"name\":\"without\",\"labels\":{\"l\":\"1\"}}}");
        assertThat(without.json().at("/metadata/managedFields/0/fieldsV1").has("f:rules"))
                .isFalse();
        var patched = server.patch(MERGE, roles + "/without?fieldManager=other", "{\"rules\":[]}");
        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.json().get("rules").isNull()).isTrue();
        assertThat(patched.json().at("/metadata/managedFields/1/manager").asText())
                .isEqualTo("other");
        assertThat(patched.json().at("/metadata/managedFields/1/fieldsV1").has("f:rules"))
                .isTrue();
        var node = server.post(
                "/apis/storage.k8s.io/v1/csinodes", "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"drivers\":[]}}");
        assertThat(node.status()).isEqualTo(201);
        assertThat(node.json().at("/spec/drivers").isNull()).isTrue();
        assertThat(node.json().at("/metadata/managedFields/0/fieldsV1/f:spec").has("f:drivers"))
                .isTrue();
    }

    @Test
    void kubectlMovesFromClientSideToServerSideApply() {
        var path = MAPS + "/moved";
        var config = "{\\\"apiVersion\\\":\\\"v1\\\",\\\"data\\\":{\\\"a\\\":\\\"1\\\"}}";
        var created = server.post(
                MAPS + "?fieldManager=kubectl-client-side-apply",
                "{\"metadata\":{\"name\":\"moved\",\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":\""
                        + config + "\"}},\"data\":{\"a\":\"1\",\"b\":\"1\"}}");
        assertThat(created.status()).isEqualTo(201);
        var applied = "{apiVersion: v1, kind: ConfigMap, metadata: {name: moved}, data: {a: \"2\"}}";
        assertThat(server.patch(APPLY, path + "?fieldManager=other", applied).status())
                .isEqualTo(409);
        var moved = server.patch(APPLY, path + "?fieldManager=kubectl", applied);
        assertThat(moved.status()).isEqualTo(200);
        assertThat(moved.json().at("/data/a").asText()).isEqualTo("2");
        assertThat(moved.json()
                        .at("/metadata/annotations")
                        .path("kubectl.kubernetes.io/last-applied-configuration")
                        .asText())
                .contains("\"data\":{\"a\":\"2\"}");
        var beyond = "{apiVersion: v1, kind: ConfigMap, metadata: {name: moved}, data: {a: \"3\", b: \"2\"}}";
        var refused = server.patch(APPLY, path + "?fieldManager=kubectl", beyond);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.message())
                .isEqualTo(
                        "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using v1: .data.b");
    }

    @Test
    void whatIsRefusedIsWarnedOfAllTheSame() {
        var answer = patch(MERGE, "{\"spec\":{\"bogus\":1,\"replicas\":-1}}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.warning()).isEqualTo("299 - \"unknown field \\\"spec.bogus\\\"\"");
    }
}
