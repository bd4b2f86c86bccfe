package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.limits.RequestLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: admission-policies
/** Policies that judge writes, over HTTP. */
class ValidatingPolicyTest {
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    private static final String BINDINGS = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String MAPS_RULE =
            "{operations: ['*'], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    private @Nullable TestServer started;

    private TestServer server() {
        if (started == null) {
            var file = new AuditFile(folder.resolve("audit.log"), 1 << 20, 1);
            started = new TestServer(
                    true,
                    new ApiServerSettings.Extras(RequestLimits.DEFAULT, List.of(file), Duration.ofHours(1))
                            .checkingPolicies());
        }
        return started;
    }

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server().defects());
        server().close();
        assertThat(defects).isEmpty();
    }

    private TestServer.Answer yaml(String path, String text) {
        var kind = path.equals(POLICIES) ? "ValidatingAdmissionPolicy" : "ValidatingAdmissionPolicyBinding";
        var head = "apiVersion: admissionregistration.k8s.io/v1\nkind: " + kind + "\n";
        return server().call("POST", path, head + text, Widgets.YAML);
    }

    /** A policy about ConfigMaps; {@code more} are lines of its spec. */
    private void policy(String name, String more) {
        var made = yaml(POLICIES, """
                metadata: {name: %s}
                spec:
                  matchConstraints: {resourceRules: [%s]}
                %s
                """.formatted(name, MAPS_RULE, more.indent(2)));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private void binding(String name, String policy, String more) {
        var made = yaml(BINDINGS, """
                metadata: {name: %s}
                spec:
                  policyName: %s
                %s
                """.formatted(name, policy, more.indent(2)));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private void denying(String name, String more) {
        policy(name, more);
        binding(name, name, "validationActions: [Deny]");
    }

    private TestServer.Answer map(String name, String data) {
        return server().post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":" + data + "}");
    }

    private JsonNode audited(String key) throws IOException {
        for (var line : Files.readAllLines(folder.resolve("audit.log"))) {
            var value = MAPPER.readTree(line).path("annotations").path(key);
            if (!value.isMissingNode()) return value;
        }
        return MAPPER.missingNode();
    }

    @Test
    void aWriteThatFailsIsRefusedWithEveryReason() {
        denying("p", """
                validations:
                - {expression: "object.data.a == 'x'", message: a must be x}
                - {expression: "size(object.data) < 2", messageExpression: "'too many: ' + string(size(object.data))"}
                - {expression: "has(object.data.b)"}
                """);
        assertThat(map("good", "{\"a\":\"x\"}").message()).contains("failed expression: has(object.data.b)");
        var bad = map("bad", "{\"a\":\"y\",\"c\":\"z\"}");
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.message())
                .isEqualTo(
                        "configmaps \"bad\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: "
                                + "a must be x");
        assertThat(bad.json().path("reason").asText()).isEqualTo("Invalid");
        assertThat(bad.json().at("/details/kind").asText()).isEqualTo("configmaps");
        assertThat(bad.json().at("/details/causes"))
                .extracting(cause -> cause.path("message").asText())
                .containsExactly(
                        "ValidatingAdmissionPolicy 'p' with binding 'p' denied request: a must be x",
                        "ValidatingAdmissionPolicy 'p' with binding 'p' denied request: too many: 2",
                        "ValidatingAdmissionPolicy 'p' with binding 'p' denied request: failed expression: has(object.data.b)");
        assertThat(server().get(MAPS + "/bad").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"Forbidden,403", "RequestEntityTooLarge,413", "Invalid,422"})
    void theReasonGivesTheCode(String reason, int code) {
        denying("p", "validations: [{expression: 'false', message: not so, reason: " + reason + "}]");
        var bad = map("bad", "{}");
        assertThat(bad.status()).isEqualTo(code);
        assertThat(bad.json().path("reason").asText()).isEqualTo(reason);
    }

    /** Kubernetes' documentation names it among the reasons; its server does not take it. */
    @Test
    void unauthorizedIsNoReason() {
        var policy = yaml(POLICIES, """
                metadata: {name: p}
                spec:
                  matchConstraints: {resourceRules: [%s]}
                  validations: [{expression: 'false', reason: Unauthorized}]
                """.formatted(MAPS_RULE));
        assertThat(policy.status()).isEqualTo(422);
        assertThat(policy.message())
                .contains(
                        "spec.validations[0].reason: Unsupported value: \"Unauthorized\": supported values: \"Forbidden\"");
    }

    @Test
    void withoutABindingAPolicyHasNoEffect() {
        policy("p", "validations: [{expression: 'false'}]");
        assertThat(map("a", "{}").status()).isEqualTo(201);
    }

    @Test
    void aPolicyThatIsChangedOrGoesIsNotAskedAsItWas() {
        denying("p", "validations: [{expression: 'false'}]");
        assertThat(map("a", "{}").status()).isEqualTo(422);
        server().patch(
                        "json-patch+json",
                        POLICIES + "/p",
                        "[{\"op\":\"replace\",\"path\":\"/spec/validations/0/expression\",\"value\":\"true\"}]");
        assertThat(map("a", "{}").status()).isEqualTo(201);
        server().patch(
                        "json-patch+json",
                        POLICIES + "/p",
                        "[{\"op\":\"replace\",\"path\":\"/spec/validations/0/expression\",\"value\":\"false\"}]");
        assertThat(map("b", "{}").status()).isEqualTo(422);
        server().call("DELETE", BINDINGS + "/p", "");
        assertThat(map("b", "{}").status()).isEqualTo(201);
    }

    @Test
    void warningsAndTheAuditLogTellOfWhatIsLetPass() throws IOException {
        policy("p", """
                validations: [{expression: "false", message: not like this}]
                auditAnnotations:
                - {key: who, valueExpression: "'by ' + request.userInfo.username"}
                - {key: nothing, valueExpression: "null"}
                """);
        binding("warns", "p", "validationActions: [Warn, Audit]");
        var made = map("a", "{}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.warning())
                .isEqualTo(
                        "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'warns': not like this\"");
        server().close();
        var failures = MAPPER.readTree(
                audited("validation.policy.admission.k8s.io/validation_failure").asText());
        assertThat(failures.at("/0/message").asText()).isEqualTo("not like this");
        assertThat(failures.at("/0/policy").asText()).isEqualTo("p");
        assertThat(failures.at("/0/binding").asText()).isEqualTo("warns");
        assertThat(failures.at("/0/expressionIndex").asInt(-1)).isZero();
        assertThat(failures.at("/0/validationActions/1").asText()).isEqualTo("Audit");
        assertThat(audited("p/who").asText()).isEqualTo("by admin");
        assertThat(audited("p/nothing").isMissingNode()).isTrue();
    }

    @Test
    void variablesAreComputedWhenTheyAreNeeded() {
        denying("p", """
                variables:
                - {name: data, expression: "object.?data.orValue({})"}
                - {name: count, expression: "size(variables.data)"}
                - {name: broken, expression: "object.nothing.at.all"}
                validations:
                - {expression: "variables.count < 2 || variables.broken"}
                """);
        assertThat(map("a", "{\"a\":\"b\"}").status()).isEqualTo(201);
        assertThat(map("b", "{\"a\":\"b\",\"c\":\"d\"}").message())
                .contains("composited variable \"broken\" fails to evaluate: no such key: nothing");
    }

    @ParameterizedTest
    @CsvSource({"Fail,422", "Ignore,201"})
    void whatCannotBeEvaluatedIsAMatterOfTheFailurePolicy(String failurePolicy, int code) {
        denying("p", "failurePolicy: " + failurePolicy + "\nvalidations: [{expression: \"object.spec.x == 1\"}]");
        var made = map("a", "{}");
        assertThat(made.status()).isEqualTo(code);
        if (code == 422) {
            assertThat(made.message())
                    .endsWith("denied request: expression 'object.spec.x == 1' resulted in error: no such key: spec");
        }
    }

    @Test
    void conditionsLeaveWritesOut() {
        denying("p", """
                matchConditions:
                - {name: not-exempt, expression: "!object.metadata.name.startsWith('exempt')"}
                - {name: not-the-admin, expression: "request.userInfo.username == 'admin'"}
                validations: [{expression: "false", message: caught}]
                """);
        assertThat(map("exempt-a", "{}").status()).isEqualTo(201);
        assertThat(map("a", "{}").message()).endsWith("caught");
    }

    @Test
    void rulesAndSelectorsOfPolicyAndBindingSayWhichWrites() {
        policy(
                "p",
                "validations: [{expression: \"request.operation == 'DELETE' || has(object.data)\", message: no data}]");
        binding("p", "p", """
                validationActions: [Deny]
                matchResources:
                  namespaceSelector: {matchLabels: {watched: "yes"}}
                  objectSelector: {matchExpressions: [{key: free, operator: DoesNotExist}]}
                  excludeResourceRules:
                  - {operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [configmaps], resourceNames: [spared]}
                """);
        var plain = "{\"metadata\":{\"name\":\"a\"}}";
        assertThat(server().post(MAPS, plain).status()).as("another namespace").isEqualTo(201);
        server().post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\",\"labels\":{\"watched\":\"yes\"}}}");
        var maps = "/api/v1/namespaces/n/configmaps";
        assertThat(server().post(maps, plain).message()).endsWith("no data");
        assertThat(server().post(maps, "{\"metadata\":{\"name\":\"b\",\"labels\":{\"free\":\"\"}}}")
                        .status())
                .isEqualTo(201);
        assertThat(server().post(maps, "{\"metadata\":{\"name\":\"spared\"}}").status())
                .isEqualTo(201);
        assertThat(server().patch("merge-patch+json", maps + "/spared", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}")
                        .message())
                .as("only its creation is spared")
                .endsWith("no data");
        assertThat(server().post("/api/v1/namespaces/n/secrets", plain).status())
                .as("another kind")
                .isEqualTo(201);
        assertThat(server().call("DELETE", maps + "/b", "").status()).isEqualTo(200);
    }

    @Test
    void parametersAreFoundByNameOrSelector() {
        policy("p", """
                paramKind: {apiVersion: v1, kind: ConfigMap}
                matchConditions: [{name: not-the-parameters, expression: "!object.metadata.name.startsWith('limits')"}]
                validations: [{expression: "size(object.data) <= int(params.data.most)", messageExpression: "'more than ' + params.data.most"}]
                """);
        binding("by-name", "p", """
                validationActions: [Deny]
                paramRef: {name: limits, namespace: default, parameterNotFoundAction: Deny}
                """);
        assertThat(map("a", "{}").message())
                .endsWith(
                        "ValidatingAdmissionPolicy 'p' with binding 'by-name' denied request: failed to configure binding: "
                                + "no params found for policy binding with `Deny` parameterNotFoundAction");
        // The parameters themselves are written while nothing is found.
        server().patch(
                        "merge-patch+json",
                        BINDINGS + "/by-name",
                        "{\"spec\":{\"paramRef\":{\"parameterNotFoundAction\":\"Allow\"}}}");
        assertThat(map("limits", "{\"most\":\"1\"}").status()).isEqualTo(201);
        assertThat(map("a", "{\"a\":\"b\"}").status()).isEqualTo(201);
        assertThat(map("b", "{\"a\":\"b\",\"c\":\"d\"}").message()).endsWith("more than 1");
        server().call("DELETE", BINDINGS + "/by-name", "");
        binding("by-label", "p", """
                validationActions: [Deny]
                paramRef: {selector: {matchLabels: {limits: "y"}}, parameterNotFoundAction: Allow}
                """);
        assertThat(map("b", "{\"a\":\"b\",\"c\":\"d\"}").status()).isEqualTo(201);
        for (var i = 2; i > 0; i--) {
            server().post(
                            MAPS,
                            "{\"metadata\":{\"name\":\"limits-" + i
                                    + "\",\"labels\":{\"limits\":\"y\"}},\"data\":{\"most\":\"" + i + "\"}}");
        }
        var three = map("c", "{\"a\":\"b\",\"c\":\"d\",\"e\":\"f\"}");
        assertThat(three.json().at("/details/causes")).as("each is asked").hasSize(2);
    }

    @Test
    void aKindOfParametersThatIsNotThereIsAMistakeInThePolicy() {
        policy("p", """
                paramKind: {apiVersion: example.com/v1, kind: Limit}
                validations: [{expression: "true"}]
                """);
        binding("p", "p", """
                validationActions: [Deny]
                paramRef: {name: limits, parameterNotFoundAction: Deny}
                """);
        assertThat(map("a", "{}").message())
                .endsWith("failed to configure binding: failed to find resource referenced by paramKind: "
                        + "'example.com/v1, Kind=Limit'");
    }

    @Test
    void expressionsSeeTheOldObjectTheNamespaceAndWhatTheUserMay() {
        denying("p", """
                validations:
                - {expression: "oldObject == null || object.data.a == oldObject.data.a", message: a cannot change}
                - {expression: "namespaceObject.metadata.name == 'default'", message: another namespace}
                - {expression: "authorizer.group('').resource('secrets').namespace('default').check('list').allowed()", message: may not list secrets}
                - {expression: "authorizer.requestResource.check('paint').allowed()", message: may not paint}
                - {expression: "authorizer.path('/metrics').check('get').allowed() || authorizer.serviceAccount('default','default').path('/metrics').check('get').allowed()", message: may not see metrics}
                """);
        assertThat(map("a", "{\"a\":\"1\"}").status()).isEqualTo(201);
        assertThat(server().patch("merge-patch+json", MAPS + "/a", "{\"data\":{\"a\":\"2\"}}")
                        .message())
                .endsWith("a cannot change");
        server().post(
                        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
                        "{\"metadata\":{\"name\":\"r\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"create\"]}]}");
        server().post(
                        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
                        "{\"metadata\":{\"name\":\"r\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"r\"},"
                                + "\"subjects\":[{\"kind\":\"User\",\"name\":\"jane\"}]}");
        var refused = server().asUser("POST", MAPS, "{\"metadata\":{\"name\":\"j\"},\"data\":{\"a\":\"1\"}}");
        assertThat(refused.json().at("/details/causes"))
                .extracting(cause -> cause.path("message").asText().replaceAll(".*: ", ""))
                .containsExactly("may not list secrets", "may not paint", "may not see metrics");
    }

    @Test
    void aWriteInAnotherVersionMatchesUnlessExactlyTheVersionIsWanted() {
        for (var match : List.of("Equivalent", "Exact")) {
            var made = yaml(POLICIES, """
                    metadata: {name: p-%1$s}
                    spec:
                      matchConstraints:
                        matchPolicy: %2$s
                        resourceRules: [{operations: [CREATE], apiGroups: [autoscaling], apiVersions: [v2], resources: [horizontalpodautoscalers]}]
                      validations: [{expression: "!has(object.spec.metrics) || object.spec.metrics.all(m, m.resource.target.averageUtilization < 90)", message: %2$s}]
                    """.formatted(match.toLowerCase(java.util.Locale.ROOT), match));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            var name = "p-" + match.toLowerCase(java.util.Locale.ROOT);
            binding(name, name, "validationActions: [Deny]");
        }
        var answer = server().post(
                        "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
                        "{\"metadata\":{\"name\":\"h\"},\"spec\":{\"maxReplicas\":3,\"targetCPUUtilizationPercentage\":95,"
                                + "\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}}}");
        assertThat(answer.json().at("/details/causes")).hasSize(1);
        assertThat(answer.message()).endsWith("with binding 'p-equivalent' denied request: Equivalent");
    }

    @Test
    void policiesAreNotSubjectToPolicies() {
        var made = yaml(POLICIES, """
                metadata: {name: all}
                spec:
                  matchConstraints: {resourceRules: [{operations: ['*'], apiGroups: ['', admissionregistration.k8s.io], apiVersions: ['*'], resources: ['*']}]}
                  validations: [{expression: "false"}]
                """);
        assertThat(made.status()).isEqualTo(201);
        binding("all", "all", "validationActions: [Deny]");
        assertThat(map("a", "{}").status()).isEqualTo(422);
        assertThat(server().call("DELETE", BINDINGS + "/all", "").status()).isEqualTo(200);
        assertThat(map("a", "{}").status()).isEqualTo(201);
    }

    @Test
    void theStatusTellsOfExpressionsThatDoNotFitTheKindsOfThePolicy() {
        Widgets.define(server(), Widgets.DEFINITION);
        var made = yaml(POLICIES, """
                metadata: {name: p}
                spec:
                  matchConstraints: {resourceRules: [
                    {operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments, replicasets]},
                    {operations: [CREATE], apiGroups: [example.com], apiVersions: [v1], resources: [widgets]}]}
                  variables: [{name: least, expression: "1"}]
                  validations:
                  - {expression: "object.spec.replicas > variables.least"}
                  - {expression: "object.spec.replicas > '1'", messageExpression: "'wants ' + object.spec.color"}
                  - {expression: "has(object.metadata.labels) && object.metadata.labels['a'] == 'b'"}
                """);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        Waiting.until(() -> server().get(POLICIES + "/p")
                        .json()
                        .at("/status/observedGeneration")
                        .asInt()
                == 1);
        var warnings = server().get(POLICIES + "/p").json().at("/status/typeChecking/expressionWarnings");
        assertThat(warnings)
                .extracting(each -> each.path("fieldRef").asText())
                .containsExactly("spec.validations[1].expression", "spec.validations[1].messageExpression");
        assertThat(warnings.at("/0/warning").asText())
                .startsWith(
                        "apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for '_>_' applied to "
                                + "'(int, string)'")
                .contains("apps/v1, Kind=ReplicaSet: ", "example.com/v1, Kind=Widget: ");
        assertThat(warnings.at("/1/warning").asText())
                .contains("undefined field 'color'")
                .doesNotContain("Kind=Widget");
        server().patch("json-patch+json", POLICIES + "/p", "[{\"op\":\"remove\",\"path\":\"/spec/validations/1\"}]");
        Waiting.until(() -> server().get(POLICIES + "/p")
                        .json()
                        .at("/status/observedGeneration")
                        .asInt()
                == 2);
        assertThat(server().get(POLICIES + "/p")
                        .json()
                        .at("/status/typeChecking")
                        .toString())
                .isEqualTo("{}");
    }

    @Test
    void anExpressionThatCostsTooMuchEndsAndTheServerGoesOn() {
        denying("p", """
                validations: [{expression: "lists.range(20000).all(i, lists.range(20000).all(j, j >= 0))"}]
                """);
        assertThat(map("a", "{}").message()).contains("call cost exceeds limit");
        assertThat(server().get(MAPS).status()).isEqualTo(200);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "validations: [{expression: 'object.x ='}] | spec.validations[0].expression: Invalid value: \"object.x =\": compilation failed: ",
                "validations: [{expression: 'nothing'}] | undeclared reference to 'nothing'",
                "validations: [{expression: '1 + 1'}] | must evaluate to bool",
                "validations: [{expression: 'params.x'}] | undeclared reference to 'params'",
                "validations: [{expression: 'request.color == 1'}] | undefined field 'color'",
                "validations: [{expression: 'true', messageExpression: '1'}] | spec.validations[0].messageExpression: Invalid value: \"1\": must evaluate to string",
                "matchConditions: [{name: x, expression: '1'}] | spec.matchConditions[0].expression: Invalid value: \"1\": must evaluate to bool",
                "variables: [{name: a-b, expression: '1'}] | spec.variables[0].name: Invalid value: \"a-b\": name is not a valid CEL identifier",
                "variables: [{name: a, expression: 'variables.b'}, {name: b, expression: '1'}] | spec.variables[0].expression",
                "auditAnnotations: [{key: x, valueExpression: '1'}] | spec.auditAnnotations[0].valueExpression"
            })
    void aPolicyThatMakesNoSenseIsRefused(String more, String why) {
        var answer = yaml(POLICIES, """
                metadata: {name: p}
                spec:
                  matchConstraints: {resourceRules: [%s]}
                  %s
                """.formatted(MAPS_RULE, more));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains(why);
    }
}
