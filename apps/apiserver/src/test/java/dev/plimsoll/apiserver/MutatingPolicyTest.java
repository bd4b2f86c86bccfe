package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: admission-policies
/** Policies that change what is written, over HTTP. */
class MutatingPolicyTest {
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies";
    private static final String BINDINGS = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private TestServer.Answer policy(String name, String resource, String more) {
        var made = server.call("POST", POLICIES, """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingAdmissionPolicy
                metadata: {name: %s}
                spec:
                  matchConstraints: {resourceRules: [{operations: [CREATE, UPDATE], apiGroups: ['*'], apiVersions: ['*'], resources: [%s]}]}
                %s
                """.formatted(name, resource, more.indent(2)), Widgets.YAML);
        server.call(
                "POST",
                BINDINGS,
                "{\"metadata\":{\"name\":\"%1$s\"},\"spec\":{\"policyName\":\"%1$s\"}}".formatted(name));
        return made;
    }

    private void mutating(String name, String resource, String more) {
        var made = policy(name, resource, more);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private TestServer.Answer map(String name, String data) {
        return server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":" + data + "}");
    }

    @Test
    void aSidecarIsLaidOverAPodAndGetsItsDefaults() {
        mutating("sidecar", "pods", """
                reinvocationPolicy: Never
                matchConditions: [{name: absent, expression: "!object.spec.?initContainers.orValue([]).exists(c, c.name == 'mesh')"}]
                mutations:
                - patchType: ApplyConfiguration
                  applyConfiguration:
                    expression: >
                      Object{
                        metadata: Object.metadata{labels: {'mesh': 'yes'}},
                        spec: Object.spec{
                          initContainers: [Object.spec.initContainers{name: 'mesh', image: 'example/mesh:1', restartPolicy: 'Always'}]
                        }
                      }
                """);
        var made = server.post(
                PODS,
                "{\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"x\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"example/c:1\"}]}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().at("/spec/initContainers/0/name").asText()).isEqualTo("mesh");
        assertThat(made.json()
                        .at("/spec/initContainers/0/terminationMessagePath")
                        .asText())
                .isEqualTo("/dev/termination-log");
        assertThat(made.json().at("/spec/containers/0/name").asText()).isEqualTo("c");
        assertThat(made.json().at("/metadata/labels").toString()).isEqualTo("{\"app\":\"x\",\"mesh\":\"yes\"}");
    }

    @Test
    void patchesAreAppliedOneAfterTheOther() {
        mutating("p", "configmaps", """
                reinvocationPolicy: Never
                variables: [{name: key, expression: "'a/b~c'"}]
                mutations:
                - patchType: JSONPatch
                  jsonPatch:
                    expression: >
                      [
                        JSONPatch{op: 'test', path: '/data/a', value: 'x'},
                        JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey(variables.key), value: 'made'},
                        JSONPatch{op: 'add', path: '/metadata/annotations', value: {'by': request.userInfo.username}}
                      ]
                - patchType: JSONPatch
                  jsonPatch: {expression: "[JSONPatch{op: 'move', from: '/data/a', path: '/data/z' + string(size(object.data))}]"}
                """);
        var made = map("m", "{\"a\":\"x\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(422);
        assertThat(made.message()).as("such a key is none").contains("a valid config key must consist of");
        assertThat(map("n", "{\"a\":\"y\"}").message())
                .startsWith("policy 'p' with binding 'p' denied request: JSON Patch: ");
        server.patch(
                "merge-patch+json",
                POLICIES + "/p",
                "{\"spec\":{\"variables\":[{\"name\":\"key\",\"expression\":\"'b'\"}]}}");
        var data = map("m", "{\"a\":\"x\"}").json();
        assertThat(data.path("data").toString()).isEqualTo("{\"b\":\"made\",\"z2\":\"x\"}");
        assertThat(data.at("/metadata/annotations/by").asText()).isEqualTo("admin");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"Never,1", "IfNeeded,2"})
    void whoWantsItSeesWhatOthersChanged(String reinvocation, int counted) {
        var first = """
                reinvocationPolicy: %s
                mutations:
                - patchType: JSONPatch
                  jsonPatch: {expression: "[JSONPatch{op: 'add', path: '/data/seen', value: string(size(object.data) + 1)}]"}
                """.formatted(reinvocation);
        mutating("a-first", "configmaps", first);
        mutating("b-second", "configmaps", """
                reinvocationPolicy: Never
                mutations:
                - patchType: ApplyConfiguration
                  applyConfiguration: {expression: "Object{data: {'second': 'y'}}"}
                """);
        var data = map("n", "{\"x\":\"y\"}").json().path("data");
        assertThat(data.path("second").asText()).isEqualTo("y");
        assertThat(data.path("seen").asInt()).isEqualTo(counted == 1 ? 2 : 4);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Object{spec: Object.metadata{}} | unexpected type name \"Object.metadata\", expected \"Object.spec\"",
                "Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: 'x'}]}} | may not mutate atomic arrays, maps or structs: .spec.tolerations",
                "Object{spec: Object.spec{nothing: 1}} | error applying patch: ",
                "Object{spec: Object.spec{hostname: object.spec.absent}} | resulted in error: no such key: absent"
            })
    void whatCannotBeAppliedIsRefusedUnlessFailuresAreIgnored(String expression, String why) {
        mutating("p", "pods", """
                reinvocationPolicy: Never
                mutations:
                - patchType: ApplyConfiguration
                  applyConfiguration: {expression: "%s"}
                """.formatted(expression));
        var pod =
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"example/c:1\"}]}}";
        var refused = server.post(PODS, pod);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message())
                .startsWith("policy 'p' with binding 'p' denied request: ")
                .contains(why);
        server.patch("merge-patch+json", POLICIES + "/p", "{\"spec\":{\"failurePolicy\":\"Ignore\"}}");
        assertThat(server.post(PODS, pod).status()).isEqualTo(201);
    }

    @Test
    void aCustomResourceIsChangedAndAnObjectInAnotherVersionIsChangedInItsOwn() {
        mutating("hpa", "horizontalpodautoscalers", """
                reinvocationPolicy: Never
                mutations:
                - patchType: ApplyConfiguration
                  applyConfiguration: {expression: "Object{spec: Object.spec{minReplicas: 2}}"}
                """);
        server.patch(
                "json-patch+json",
                POLICIES + "/hpa",
                "[{\"op\":\"replace\",\"path\":\"/spec/matchConstraints/resourceRules/0/apiVersions\",\"value\":[\"v2\"]}]");
        var made = server.post(
                "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
                "{\"metadata\":{\"name\":\"h\"},\"spec\":{\"maxReplicas\":3,\"targetCPUUtilizationPercentage\":95,"
                        + "\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("apiVersion").asText()).isEqualTo("autoscaling/v1");
        assertThat(made.json().at("/spec/minReplicas").asInt()).isEqualTo(2);
        assertThat(made.json().at("/spec/targetCPUUtilizationPercentage").asInt())
                .isEqualTo(95);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{patchType: ApplyConfiguration, applyConfiguration: {expression: '1'}} | must evaluate to Object",
                "{patchType: JSONPatch, jsonPatch: {expression: \"[1]\"}} | must evaluate to list(JSONPatch)",
                "{patchType: JSONPatch, jsonPatch: {expression: \"[JSONPatch{nope: 1}]\"}} | undefined field 'nope'",
                "{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Other{}'}} | compilation failed"
            })
    void aPolicyThatMakesNoSenseIsRefused(String mutation, String why) {
        var answer = policy("p", "pods", "reinvocationPolicy: Never\nmutations: [" + mutation + "]");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains(why);
    }
}
