package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.services.ServiceNetwork;
import dev.plimsoll.core.services.AddressRange;
import dev.plimsoll.core.services.PortRange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: webhook-matching
/** Admission by webhooks over real TLS. */
class WebhookTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TestServer server = new TestServer();
    private final TestWebhook webhook = new TestWebhook();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        webhook.close();
        assertThat(defects).isEmpty();
    }

    private static String pod(String name) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s"},"spec":{"containers":[
                {"name":"c","image":"example/c:1","resources":{"requests":{"cpu":"100m"}}}]}}
                """.formatted(name);
    }

    private static String map(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"a\":\"b\"}}";
    }

    private ObjectNode hook(String name, String path, String resources) {
        var hook = MAPPER.createObjectNode();
        hook.put("name", name).put("sideEffects", "None").put("timeoutSeconds", 5);
        hook.putArray("admissionReviewVersions").add("v1");
        hook.putObject("clientConfig").put("url", webhook.url(path)).put("caBundle", webhook.caBundle());
        var rule = hook.putArray("rules").addObject();
        rule.putArray("operations").add("*");
        rule.putArray("apiGroups").add("*");
        rule.putArray("apiVersions").add("*");
        var list = rule.putArray("resources");
        for (var resource : resources.split(",", -1)) list.add(resource);
        return hook;
    }

    private TestServer.Answer configure(String kind, ObjectNode... hooks) {
        var configuration = MAPPER.createObjectNode();
        configuration.putObject("metadata").put("name", hooks[0].path("name").asText());
        var list = configuration.putArray("webhooks");
        for (var hook : hooks) list.add(hook);
        return server.post(CONFIGURATIONS + kind + "webhookconfigurations", configuration.toString());
    }

    private void configured(String kind, ObjectNode... hooks) {
        var answer = configure(kind, hooks);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    @Test
    void whoConnectsToAPodIsAskedAboutAndCanBeRefused() {
        assertThat(server.post(PODS, pod("a")).status()).isEqualTo(201);
        webhook.on(
                "/deny",
                (_, response) ->
                        response.put("allowed", false).putObject("status").put("message", "nobody enters"));
        var sessions = hook("sessions.example.com", "/deny", "pods/exec,pods/attach,pods/proxy");
        ((ObjectNode) sessions.path("rules").path(0)).putArray("operations").add("CONNECT");
        configured("validating", sessions);
        for (var path : List.of(
                "/exec?command=ls&command=-l&container=c&stdin=true&stdout=true", "/attach?stdin=true", "/proxy/x")) {
            var answer = server.get(PODS + "/a" + path);
            assertThat(answer.status()).as(path).isEqualTo(400);
            assertThat(answer.message())
                    .isEqualTo("admission webhook \"sessions.example.com\" denied the request: nobody enters");
        }
        var request = webhook.requests().peek();
        assertThat(request.path("operation").asText()).isEqualTo("CONNECT");
        assertThat(request.path("name").asText()).isEqualTo("a");
        assertThat(request.path("subResource").asText()).isEqualTo("exec");
        assertThat(request.at("/kind/kind").asText()).isEqualTo("PodExecOptions");
        assertThat(request.has("options")).isFalse();
        assertThat(request.path("oldObject").isNull()).isTrue();
        assertThat(request.path("object").toString())
                .isEqualTo("{\"kind\":\"PodExecOptions\",\"apiVersion\":\"v1\",\"stdin\":true,\"stdout\":true,"
                        + "\"container\":\"c\",\"command\":[\"ls\",\"-l\"]}");
    }

    @Test
    void aContainerThatAWebhookAddsGetsTheDefaultsOfLimitRangesAndCountsInThePodLevel() {
        server.post(
                "/api/v1/namespaces/default/limitranges",
                "{\"metadata\":{\"name\":\"l\"},\"spec\":{\"limits\":[{\"type\":\"Container\",\"default\":{\"memory\":\"64Mi\"},"
                        + "\"defaultRequest\":{\"memory\":\"32Mi\"}}]}}");
        webhook.on("/inject", (request, response) -> {
            if (request.path("object").path("spec").path("containers").size() > 1) response.put("allowed", true);
            else TestWebhook.patch(response, """
                    [{"op":"add","path":"/spec/containers/-","value":{"name":"side","image":"example/s:1",
                      "resources":{"requests":{"cpu":"300m"}}}}]""");
        });
        configured("mutating", hook("inject.example.com", "/inject", "pods"));
        var body = pod("a").replace("\"spec\":{", "\"spec\":{\"resources\":{\"limits\":{\"cpu\":\"1\"}},");
        var made = server.post(PODS, body);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        var spec = made.json().path("spec");
        assertThat(spec.at("/containers/1/resources/limits/memory").asText()).isEqualTo("64Mi");
        assertThat(spec.at("/containers/1/terminationMessagePath").asText()).isEqualTo("/dev/termination-log");
        assertThat(spec.at("/resources/requests/cpu").asText()).isEqualTo("400m");
        assertThat(spec.at("/resources/requests/memory").asText()).isEqualTo("64Mi");
        var request = webhook.requests().peek();
        assertThat(request.path("operation").asText()).isEqualTo("CREATE");
        assertThat(request.at("/kind/kind").asText()).isEqualTo("Pod");
        assertThat(request.at("/resource/resource").asText()).isEqualTo("pods");
        assertThat(request.at("/userInfo/username").asText()).isEqualTo("admin");
        assertThat(request.path("oldObject").isNull()).isTrue();
        assertThat(request.at("/object/spec/priority").asInt(-1))
                .as("after our own steps")
                .isZero();
    }

    @Test
    void aWebhookThatDoesNotSpeakTlsIsToldOf() throws IOException {
        try (var plain = new ServerSocket(0, 8, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> {
                try (var client = plain.accept()) {
                    client.getOutputStream()
                            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    client.getInputStream().transferTo(OutputStream.nullOutputStream()); // until the other side is gone
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            var hook = hook("plain.example.com", "/allow", "configmaps");
            var url = "https://127.0.0.1:" + plain.getLocalPort() + "/allow";
            ((ObjectNode) hook.path("clientConfig")).put("url", url);
            configured("validating", hook);
            assertThat(server.post(MAPS, map("a")).message())
                    .endsWith("tls: first record does not look like a TLS handshake");
        }
    }

    @Test
    void aWebhookIsAskedInTheVersionThatItLikesBest() {
        var hook = hook("old.example.com", "/allow", "configmaps");
        hook.putArray("admissionReviewVersions").add("v2").add("v1beta1").add("v1");
        configured("validating", hook);
        assertThat(server.post(MAPS, map("a")).status()).isEqualTo(201);
        assertThat(webhook.versions()).containsExactly("admission.k8s.io/v1beta1");
    }

    @Test
    void anAnswerInV1beta1NeedsNoIdentityAndNoTypeOfItsPatch() {
        var patch =
                TestWebhook.patch(MAPPER.createObjectNode(), "[{\"op\":\"add\",\"path\":\"/data/x\",\"value\":\"y\"}]");
        patch.remove("patchType");
        webhook.brief("/brief", patch);
        var hook = hook("old.example.com", "/brief", "configmaps");
        hook.putArray("admissionReviewVersions").add("v1beta1");
        configured("mutating", hook);
        var made = server.post(MAPS, map("a"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().at("/data/x").asText()).isEqualTo("y");

        var strict = hook("new.example.com", "/brief", "secrets");
        configured("validating", strict);
        assertThat(server.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}")
                        .message())
                .contains("expected response.uid=");
    }

    @Test
    void aWebhookThatKnowsNoVersionOfTheServerIsRefused() {
        var hook = hook("strange.example.com", "/allow", "configmaps");
        hook.putArray("admissionReviewVersions").add("v2");
        assertThat(configure("validating", hook).message())
                .contains("webhooks[0].admissionReviewVersions: Invalid value: [\"v2\"]: "
                        + "must include at least one of v1, v1beta1");
    }

    @Test
    void webhooksThatWantItAreAskedAgainAboutWhatOthersChanged() {
        webhook.on("/first", (request, response) -> {
            var labels = request.path("object").path("metadata").path("labels");
            if (labels.has("second") && !labels.has("first-saw-it")) {
                TestWebhook.patch(
                        response, "[{\"op\":\"add\",\"path\":\"/metadata/labels/first-saw-it\",\"value\":\"y\"}]");
            } else response.put("allowed", true);
        });
        webhook.on("/second", (request, response) -> {
            if (request.path("object").path("metadata").has("labels")) response.put("allowed", true);
            else
                TestWebhook.patch(
                        response, "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"second\":\"y\"}}]");
        });
        var first = hook("first.example.com", "/first", "configmaps").put("reinvocationPolicy", "IfNeeded");
        configured("mutating", first, hook("second.example.com", "/second", "configmaps"));
        var labels = server.post(MAPS, map("m")).json().path("metadata").path("labels");
        assertThat(labels.has("first-saw-it")).isTrue();
        assertThat(webhook.requests()).hasSize(3);
    }

    @Test
    void aDenialIsToldInTheWordsOfTheWebhookAndNothingIsCharged() {
        server.post(
                "/api/v1/namespaces/default/resourcequotas",
                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"5\"}}}");
        webhook.on("/deny", (_, response) -> {
            response.put("allowed", false).putArray("warnings").add("be careful");
            response.putObject("status")
                    .put("code", 418)
                    .put("reason", "Teapot")
                    .put("message", "no tea");
        });
        configured("validating", hook("deny.example.com", "/deny", "pods"));
        var denied = server.post(PODS, pod("a"));
        assertThat(denied.status()).isEqualTo(418);
        assertThat(denied.message()).isEqualTo("admission webhook \"deny.example.com\" denied the request: no tea");
        assertThat(denied.json().path("reason").asText()).isEqualTo("Teapot");
        assertThat(denied.warning()).isEqualTo("299 - \"be careful\"");
        assertThat(server.get("/api/v1/namespaces/default/resourcequotas/q")
                        .json()
                        .at("/status/used/pods")
                        .asText("0"))
                .isEqualTo("0");
        assertThat(server.get(PODS + "/a").status()).isEqualTo(404);
    }

    @Test
    void aDenialWithoutAWordIsABadRequest() {
        webhook.on("/deny", (_, response) -> response.put("allowed", false));
        configured(
                "validating", hook("deny.example.com", "/deny", "configmaps"), hook("ok.example.com", "/allow", "*"));
        var denied = server.post(MAPS, map("m"));
        assertThat(denied.status()).isEqualTo(400);
        assertThat(denied.message())
                .isEqualTo("admission webhook \"deny.example.com\" denied the request without explanation");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /garbage  | failed to call webhook: couldn't get version/kind; json parse error:
            /wronguid | received invalid webhook response: expected response.uid=
            /broken   | failed to call webhook: an error on the server ("oops") has prevented the request from succeeding
            /nothing  | failed to call webhook: the server could not find the requested resource
            /slow     | context deadline exceeded
            /half     | context deadline exceeded
            """)
    void aWebhookThatCannotBeUnderstoodStopsTheWriteUnlessItMayBeIgnored(String path, String words) {
        var hook = hook("bad.example.com", path, "configmaps").put("timeoutSeconds", 1);
        configured("mutating", hook);
        var failed = server.post(MAPS, map("m"));
        assertThat(failed.status()).isEqualTo(500);
        assertThat(failed.json().path("reason").asText()).isEqualTo("InternalError");
        assertThat(failed.message())
                .startsWith("Internal error occurred: failed calling webhook \"bad.example.com\": ")
                .contains(words);
        server.call("DELETE", CONFIGURATIONS + "mutatingwebhookconfigurations/bad.example.com", "");
        configured("mutating", hook.put("failurePolicy", "Ignore"));
        assertThat(server.post(MAPS, map("m")).status()).isEqualTo(201);
    }

    @Test
    void whoIsNotThereOrHasAnotherCertificateIsSaidSo() {
        var gone = new TestWebhook();
        var closed = gone.url("/allow");
        gone.close();
        try (var other = new TestWebhook();
                var unnamed = new TestWebhook(List.of(InetAddress.ofLiteral("127.0.0.2")))) {
            assertThat(failure(closed, gone.caBundle())).contains("dial tcp 127.0.0.1:", "connect: connection refused");
            assertThat(failure(other.url("/allow"), webhook.caBundle()))
                    .endsWith("tls: failed to verify certificate: x509: certificate signed by unknown authority");
            assertThat(failure(unnamed.url("/allow"), unnamed.caBundle())).contains("tls: ");
        }
    }

    private String failure(String url, String bundle) {
        var hook = hook("bad.example.com", "/", "configmaps");
        hook.putObject("clientConfig").put("url", url).put("caBundle", bundle);
        configured("validating", hook);
        var failed = server.post(MAPS, map("m"));
        assertThat(failed.status()).as(failed.text()).isEqualTo(500);
        server.call("DELETE", CONFIGURATIONS + "validatingwebhookconfigurations/bad.example.com", "");
        return failed.message();
    }

    @Test
    void aServiceIsFoundByItsAddressAndMustProveItsName() {
        var network = new ServiceNetwork(AddressRange.parse("127.0.0.0/24"), PortRange.NODE_PORTS);
        try (var other = new TestWebhook(List.of(InetAddress.ofLiteral("127.0.0.9")), "127.0.0.9");
                var routed = new TestServer(true, ApiServerSettings.Extras.DEFAULT.with(network))) {
            var hook = hook("svc.example.com", "/", "configmaps");
            hook.putObject("clientConfig")
                    .put("caBundle", other.caBundle())
                    .putObject("service")
                    .put("namespace", "default")
                    .put("name", "hook")
                    .put("path", "/allow")
                    .put("port", other.port());
            var configuration = MAPPER.createObjectNode();
            configuration.putObject("metadata").put("name", "svc.example.com");
            configuration.putArray("webhooks").add(hook);
            assertThat(routed.post(CONFIGURATIONS + "validatingwebhookconfigurations", configuration.toString())
                            .status())
                    .isEqualTo(201);
            assertThat(routed.post(MAPS, map("m")).message())
                    .isEqualTo(
                            "Internal error occurred: failed calling webhook \"svc.example.com\": failed to call webhook: "
                                    + "Post \"https://hook.default.svc:" + other.port()
                                    + "/allow?timeout=5s\": service \"hook\" not found");
            var service =
                    "{\"metadata\":{\"name\":\"hook\"},\"spec\":{\"clusterIP\":\"127.0.0.9\",\"ports\":[{\"port\":"
                            + other.port() + "}]}}";
            assertThat(routed.post("/api/v1/namespaces/default/services", service)
                            .status())
                    .isEqualTo(201);
            var made = routed.post(MAPS, map("m"));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            assertThat(other.requests()).hasSize(1);
        }
    }

    @Test
    void onlyWhatTheRulesAndSelectorsNameIsShown() {
        var hook = hook("picky.example.com", "/allow", "pods/resize,configmaps");
        hook.putObject("objectSelector").putObject("matchLabels").put("shown", "yes");
        hook.putObject("namespaceSelector")
                .putArray("matchExpressions")
                .addObject()
                .put("key", "kubernetes.io/metadata.name")
                .put("operator", "NotIn")
                .putArray("values")
                .add("kube-system");
        configured("validating", hook);
        var shown = pod("a").replace("\"name\":\"a\"", "\"name\":\"a\",\"labels\":{\"shown\":\"yes\"}");
        server.post(PODS, shown);
        server.post(PODS, pod("b"));
        assertThat(webhook.requests()).as("a pod is not its resize").isEmpty();
        var bigger = "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"200m\"}}}]}}";
        assertThat(server.patch("strategic-merge-patch+json", PODS + "/a/resize", bigger)
                        .status())
                .isEqualTo(200);
        assertThat(server.patch("strategic-merge-patch+json", PODS + "/b/resize", bigger)
                        .status())
                .isEqualTo(200);
        assertThat(webhook.requests()).singleElement().satisfies(request -> {
            assertThat(request.path("subResource").asText()).isEqualTo("resize");
            assertThat(request.path("operation").asText()).isEqualTo("UPDATE");
            assertThat(request.at("/oldObject/spec/containers/0/resources/requests/cpu")
                            .asText())
                    .isEqualTo("100m");
            assertThat(request.at("/object/spec/containers/0/resources/requests/cpu")
                            .asText())
                    .isEqualTo("200m");
        });
        webhook.requests().clear();
        server.post(
                "/api/v1/namespaces/kube-system/configmaps",
                "{\"metadata\":{\"name\":\"m\",\"labels\":{\"shown\":\"yes\"}}}");
        assertThat(webhook.requests()).isEmpty();
    }

    @Test
    void deletionsAndEvictionsAreShownAsWhatTheyAre() {
        server.post(PODS, pod("a"));
        server.post(PODS, pod("b"));
        configured("validating", hook("all.example.com", "/allow", "pods,pods/eviction"));
        server.call("DELETE", PODS + "/a", "");
        server.post(
                PODS + "/b/eviction",
                "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"b\"}}");
        assertThat(webhook.requests()).hasSize(2);
        var deletion = webhook.requests().poll();
        assertThat(deletion.path("operation").asText()).isEqualTo("DELETE");
        assertThat(deletion.path("object").isNull()).isTrue();
        assertThat(deletion.at("/oldObject/metadata/name").asText()).isEqualTo("a");
        var eviction = webhook.requests().poll();
        assertThat(eviction.path("operation").asText()).isEqualTo("CREATE");
        assertThat(eviction.at("/kind/kind").asText()).isEqualTo("Eviction");
        assertThat(eviction.path("subResource").asText()).isEqualTo("eviction");
    }

    @Test
    void dryRunsAreShownOnlyToThoseWithoutSideEffects() {
        configured("validating", hook("tries.example.com", "/allow", "configmaps"));
        assertThat(server.post(MAPS + "?dryRun=All", map("m")).status()).isEqualTo(201);
        assertThat(webhook.requests().peek().path("dryRun").asBoolean()).isTrue();
    }

    @Test
    void conditionsSayWhichWritesAWebhookIsAskedAbout() {
        webhook.on("/deny", (_, response) -> response.put("allowed", false));
        var hook = hook("deny.example.com", "/deny", "configmaps");
        var conditions = hook.putArray("matchConditions");
        conditions.addObject().put("name", "not-mine").put("expression", "request.userInfo.username == 'admin'");
        conditions.addObject().put("name", "named-m").put("expression", "object.metadata.name.startsWith('m')");
        conditions
                .addObject()
                .put("name", "may-anything")
                .put("expression", "authorizer.requestResource.check('create').allowed()");
        configured("validating", hook);
        assertThat(server.post(MAPS, map("a")).status()).isEqualTo(201);
        assertThat(server.post(MAPS, map("m")).status()).isEqualTo(400);
        assertThat(webhook.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"Fail,403", "Ignore,201"})
    void aConditionThatCannotBeEvaluatedIsAMatterOfTheFailurePolicy(String policy, int code) {
        webhook.on("/deny", (_, response) -> response.put("allowed", false));
        var hook = hook("deny.example.com", "/deny", "configmaps").put("failurePolicy", policy);
        hook.putArray("matchConditions").addObject().put("name", "x").put("expression", "object.spec.x == 1");
        configured("mutating", hook);
        var answer = server.post(MAPS, map("m"));
        assertThat(answer.status()).isEqualTo(code);
        assertThat(webhook.requests()).isEmpty();
        if (code == 403) {
            assertThat(answer.message())
                    .isEqualTo("configmaps \"m\" is forbidden: expression 'object.spec.x == 1' resulted in error: "
                            + "no such key: spec");
        }
    }

    @ParameterizedTest
    @CsvSource({"Equivalent,2", "Exact,0"})
    void anotherVersionOfAResourceIsShownInTheVersionOfTheRule(String policy, int least) {
        webhook.on("/least", (request, response) -> {
            assertThat(request.at("/object/apiVersion").asText()).isEqualTo("autoscaling/v2");
            assertThat(request.at("/object/spec/metrics/0/resource/target/averageUtilization")
                            .asInt())
                    .isEqualTo(95);
            TestWebhook.patch(response, "[{\"op\":\"replace\",\"path\":\"/spec/minReplicas\",\"value\":2}]");
        });
        var hook =
                hook("least.example.com", "/least", "horizontalpodautoscalers").put("matchPolicy", policy);
        hook.withArray("/rules/0/apiVersions").removeAll().add("v2");
        configured("mutating", hook);
        var made = server.post(
                "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
                "{\"metadata\":{\"name\":\"h\"},\"spec\":{\"minReplicas\":1,\"maxReplicas\":3,"
                        + "\"targetCPUUtilizationPercentage\":95,"
                        + "\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("apiVersion").asText()).isEqualTo("autoscaling/v1");
        assertThat(made.json().at("/spec/minReplicas").asInt()).isEqualTo(Math.max(1, least));
        assertThat(made.json().at("/spec/targetCPUUtilizationPercentage").asInt())
                .isEqualTo(95);
        assertThat(webhook.requests()).hasSize(least == 0 ? 0 : 1);
        if (least == 0) return;
        var request = webhook.requests().element();
        assertThat(request.at("/resource/version").asText()).isEqualTo("v2");
        assertThat(request.at("/requestResource/version").asText()).isEqualTo("v1");
        assertThat(request.at("/requestKind/version").asText()).isEqualTo("v1");
    }

    @Test
    void configurationsAreCheckedAndNeverShownToWebhooks() {
        webhook.on("/deny", (_, response) -> response.put("allowed", false));
        var deny = hook("deny.example.com", "/deny", "*/*");
        // Roles are left out: the server itself writes some.
        deny.withArray("/rules/0/apiGroups").removeAll().add("").add("admissionregistration.k8s.io");
        configured("validating", deny);
        assertThat(server.post(MAPS, map("m")).status()).isEqualTo(400);
        assertThat(server.call("DELETE", CONFIGURATIONS + "validatingwebhookconfigurations/deny.example.com", "")
                        .status())
                .isEqualTo(200);
        assertThat(server.post(MAPS, map("m")).status()).isEqualTo(201);

        var bad = hook("short", "/allow", "pods").put("timeoutSeconds", 31);
        bad.remove("sideEffects");
        bad.putArray("matchConditions").addObject().put("name", "x").put("expression", "object.x +");
        var refused = configure("validating", bad);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.message())
                .contains(
                        "webhooks[0].name: Invalid value: \"short\": should be a domain with at least three segments",
                        "webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun",
                        "webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
                        "webhooks[0].matchConditions[0].expression: Invalid value: \"object.x +\": compilation failed: ");
    }
}
