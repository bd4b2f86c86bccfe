package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.limits.RequestLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: fairness
/** Priority and fairness on whole servers. */
class FlowControlTest {
    private static final String GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1/";
    private static final String SCHEMAS = GROUP + "flowschemas";
    private static final String LEVELS = GROUP + "prioritylevelconfigurations";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static Map<String, String> as(String user, String... groups) {
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("Impersonate-User", user);
        if (groups.length > 0) headers.put("Impersonate-Group", groups[0]);
        return headers;
    }

    private static void allow(TestServer server, String user) {
        var name = user.replace(':', '-');
        var made = server.post(
                "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                "{\"metadata\":{\"name\":\"" + name
                        + "\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"cluster-admin\"},"
                        + "\"subjects\":[{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\""
                        + user
                        + "\"}]}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static Map<String, JsonNode> byName(TestServer server, String path) {
        var found = new HashMap<String, JsonNode>();
        for (var item : server.get(path).json().path("items"))
            found.put(item.at("/metadata/name").asText(), item);
        return found;
    }

    private static JsonNode named(Map<String, JsonNode> objects, String name) {
        return objects.getOrDefault(name, MissingNode.getInstance());
    }

    @Test
    void theObjectsOfEveryClusterAreThereAndInForce() {
        try (var server = new TestServer()) {
            var levels = byName(server, LEVELS);
            assertThat(levels.keySet())
                    .containsExactlyInAnyOrder(
                            "exempt",
                            "catch-all",
                            "system",
                            "node-high",
                            "leader-election",
                            "workload-high",
                            "workload-low",
                            "global-default");
            assertThat(named(levels, "exempt").at("/spec/type").asText()).isEqualTo("Exempt");
            var low = named(levels, "workload-low").at("/spec/limited");
            assertThat(low.path("nominalConcurrencyShares").asInt()).isEqualTo(100);
            assertThat(low.path("lendablePercent").asInt()).isEqualTo(90);
            assertThat(low.at("/limitResponse/queuing/queues").asInt()).isEqualTo(128);
            assertThat(named(levels, "catch-all")
                            .at("/spec/limited/limitResponse/type")
                            .asText())
                    .isEqualTo("Reject");
            var schemas = byName(server, SCHEMAS);
            assertThat(schemas.keySet())
                    .containsExactlyInAnyOrder(
                            "exempt",
                            "catch-all",
                            "probes",
                            "system-leader-election",
                            "workload-leader-election",
                            "endpoint-controller",
                            "system-node-high",
                            "system-nodes",
                            "kube-controller-manager",
                            "kube-scheduler",
                            "kube-system-service-accounts",
                            "service-accounts",
                            "global-default");
            assertThat(server.metric("apiserver_flowcontrol_nominal_limit_seats", "\"workload-low\""))
                    .isEqualTo(245);
            assertThat(server.metric("apiserver_flowcontrol_nominal_limit_seats", "\"node-high\""))
                    .isEqualTo(98);
            Waiting.until(() -> byName(server, SCHEMAS).values().stream()
                    .allMatch(schema ->
                            schema.at("/status/conditions/0/reason").asText().equals("Found")));
        }
    }

    @Test
    void everyAnswerSaysWhereItsRequestBelonged() {
        try (var server = new TestServer()) {
            allow(server, "ann");
            var schemas = byName(server, SCHEMAS);
            var levels = byName(server, LEVELS);
            var rows = List.of(
                    List.of("exempt", "exempt", MAPS, "admin", "system:masters"),
                    List.of("global-default", "global-default", MAPS, "ann", ""),
                    List.of("probes", "exempt", "/healthz", "ann", ""),
                    List.of("global-default", "global-default", "/version", "ann", ""),
                    List.of("system-nodes", "system", "/api/v1/pods", "system:node:n", "system:nodes"),
                    List.of("system-node-high", "node-high", "/api/v1/nodes/n", "system:node:n", "system:nodes"),
                    List.of(
                            "system-leader-election",
                            "leader-election",
                            "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler",
                            "system:kube-scheduler",
                            ""),
                    List.of("kube-scheduler", "workload-high", "/api/v1/pods", "system:kube-scheduler", ""),
                    List.of(
                            "kube-system-service-accounts",
                            "workload-high",
                            "/api/v1/pods",
                            "system:serviceaccount:kube-system:x",
                            "system:serviceaccounts"),
                    List.of(
                            "service-accounts",
                            "workload-low",
                            "/api/v1/pods",
                            "system:serviceaccount:default:x",
                            "system:serviceaccounts"));
            for (var row : rows) {
                var headers = row.get(4).isEmpty() ? as(row.get(3)) : as(row.get(3), row.get(4));
                var answer = server.call("GET", row.get(2), "", headers);
                assertThat(answer.header("x-kubernetes-pf-flowschema-uid"))
                        .as(row + " " + answer.status())
                        .isEqualTo(
                                named(schemas, row.get(0)).at("/metadata/uid").asText());
                assertThat(answer.header("x-kubernetes-pf-prioritylevel-uid"))
                        .as(row.toString())
                        .isEqualTo(named(levels, row.get(1)).at("/metadata/uid").asText());
            }
            assertThat(server.metric("apiserver_flowcontrol_dispatched_requests_total", "flow_schema=\"probes\""))
                    .isPositive();
        }
    }

    @Test
    void mandatoryObjectsComeBackAndOthersAreKeptAsTheirOwnersWant() {
        try (var server = new TestServer()) {
            server.patch("merge-patch+json", SCHEMAS + "/catch-all", "{\"spec\":{\"matchingPrecedence\":9999}}");
            Waiting.until(() -> server.get(SCHEMAS + "/catch-all")
                            .json()
                            .at("/spec/matchingPrecedence")
                            .asInt()
                    == 10_000);
            server.call("DELETE", LEVELS + "/system", "");
            Waiting.until(() -> server.get(LEVELS + "/system").status() == 200);
            server.patch(
                    "merge-patch+json",
                    LEVELS + "/global-default",
                    "{\"metadata\":{\"annotations\":{\"apf.kubernetes.io/autoupdate-spec\":\"false\"}},"
                            + "\"spec\":{\"limited\":{\"nominalConcurrencyShares\":7}}}");
            server.patch(
                    "merge-patch+json",
                    LEVELS + "/workload-low",
                    "{\"spec\":{\"limited\":{\"nominalConcurrencyShares\":7}}}");
            Waiting.until(() -> server.get(LEVELS + "/workload-low")
                            .json()
                            .at("/spec/limited/nominalConcurrencyShares")
                            .asInt()
                    == 100);
            assertThat(server.get(LEVELS + "/global-default")
                            .json()
                            .at("/spec/limited/nominalConcurrencyShares")
                            .asInt())
                    .isEqualTo(7);
        }
    }

    @Test
    void aSchemaWithoutItsLevelIsDanglingAndMatchesNothing() {
        try (var server = new TestServer()) {
            var schema = """
                    {"metadata":{"name":"mine"},"spec":{"matchingPrecedence":50,"priorityLevelConfiguration":{"name":"mine"},
                     "rules":[{"subjects":[{"kind":"User","user":{"name":"jane"}}],
                       "nonResourceRules":[{"verbs":["*"],"nonResourceURLs":["/version"]}]}]}}""";
            assertThat(server.post(SCHEMAS, schema).status()).isEqualTo(201);
            Waiting.until(() -> dangling(server).path("status").asText().equals("True"));
            assertThat(dangling(server).path("reason").asText()).isEqualTo("NotFound");
            assertThat(dangling(server).path("message").asText())
                    .isEqualTo(
                            "This FlowSchema references the PriorityLevelConfiguration object named \"mine\" but there is no such object");
            var global = named(byName(server, SCHEMAS), "global-default")
                    .at("/metadata/uid")
                    .asText();
            assertThat(server.asUser("GET", "/version", "").header("x-kubernetes-pf-flowschema-uid"))
                    .isEqualTo(global);
            var level = """
                    {"metadata":{"name":"mine"},"spec":{"type":"Limited","limited":{"nominalConcurrencyShares":1,"limitResponse":{"type":"Reject"}}}}""";
            assertThat(server.post(LEVELS, level).status()).isEqualTo(201);
            Waiting.until(() -> dangling(server).path("status").asText().equals("False"));
            var own = server.get(SCHEMAS + "/mine").json().at("/metadata/uid").asText();
            Waiting.until(() -> server.asUser("GET", "/version", "")
                    .header("x-kubernetes-pf-flowschema-uid")
                    .equals(own));
        }
    }

    private static JsonNode dangling(TestServer server) {
        return server.get(SCHEMAS + "/mine").json().at("/status/conditions/0");
    }

    /** Writes of one user that a webhook does not let go. */
    private static final class Crowd implements AutoCloseable {
        private final TestServer server;
        private final TestWebhook webhook = new TestWebhook();
        private final CountDownLatch open = new CountDownLatch(1);
        private final AtomicInteger held = new AtomicInteger();
        private final List<Future<Integer>> answers = new ArrayList<>();
        private final java.util.concurrent.ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Crowd(TestServer server) {
            this.server = server;
            webhook.on("/wait", (request, response) -> {
                if (request.path("name").asText().startsWith("noise-")) {
                    held.incrementAndGet();
                    try {
                        if (!open.await(2, java.util.concurrent.TimeUnit.MINUTES))
                            throw new AssertionError("held for ever");
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                }
                response.put("allowed", true);
            });
            var hook = """
                    {"metadata":{"name":"w"},"webhooks":[{"name":"w.example.com","sideEffects":"None","timeoutSeconds":30,
                     "admissionReviewVersions":["v1"],"clientConfig":{"url":"%s","caBundle":"%s"},"failurePolicy":"Ignore",
                     "rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],"resources":["configmaps"]}]}]}""".formatted(webhook.url("/wait"), webhook.caBundle());
            var made = server.post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", hook);
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }

        void send(String user, int count) {
            for (var i = 0; i < count; i++) {
                var name = "noise-" + answers.size();
                answers.add(threads.submit(
                        () -> server.call("POST", MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}", as(user))
                                .status()));
            }
        }

        int held() {
            return held.get();
        }

        @Override
        public void close() {
            open.countDown();
            threads.close();
            webhook.close();
        }
    }

    @Test
    void aNoisyTenantKeepsNobodyFromTheirPart() throws Exception {
        var limits = new RequestLimits(40, 20, 3 << 20, Duration.ofSeconds(60), 0);
        try (var server = new TestServer(true, new ApiServerSettings.Extras(limits, List.of(), Duration.ofHours(1)))) {
            for (var user : List.of("noisy", "quiet", "system:kube-scheduler", "system:serviceaccount:default:a"))
                allow(server, user);
            try (var crowd = new Crowd(server)) {
                crowd.send("noisy", 60);
                // global-default has 5 of 60 seats; the level lends and borrows every ten seconds only.
                Waiting.until(() -> crowd.held() >= 5
                        && server.metric("apiserver_flowcontrol_current_inqueue_requests", "global-default") >= 20);
                var node = as("system:node:n", "system:nodes");
                assertThat(server.call("GET", "/api/v1/nodes/n", "", node).status())
                        .as("a node finds that it is not there")
                        .isEqualTo(404);
                var lease = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
                assertThat(server.call("POST", lease, "{\"metadata\":{\"name\":\"s\"}}", as("system:kube-scheduler"))
                                .status())
                        .as("a leader keeps its lease")
                        .isEqualTo(201);
                var account = as("system:serviceaccount:default:a", "system:serviceaccounts");
                assertThat(server.call("GET", MAPS, "", account).status()).isEqualTo(200);
                assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"of-admin\"}}")
                                .status())
                        .isEqualTo(201);
                assertThat(server.get("/readyz").status()).isEqualTo(200);
            }
            assertThat(server.call("GET", MAPS + "/noise-0", "", as("quiet")).status())
                    .isEqualTo(200);
            assertThat(server.metric("apiserver_flowcontrol_current_executing_requests", "\"global-default\""))
                    .isZero();
            assertThat(server.metric("apiserver_flowcontrol_current_inqueue_requests"))
                    .isZero();
            assertThat(server.defects()).isEmpty();
        }
    }

    @Test
    void withinOneLevelAQuietFlowIsNextInTurnAndAFullQueueTurnsAway() throws Exception {
        // 2 of 60 seats for the level, one queue for each flow.
        var limits = new RequestLimits(400, 200, 3 << 20, Duration.ofMinutes(4), 0);
        try (var server = new TestServer(true, new ApiServerSettings.Extras(limits, List.of(), Duration.ofHours(1)))) {
            for (var user : List.of("noisy", "quiet")) allow(server, user);
            var level = """
                    {"metadata":{"name":"small"},"spec":{"type":"Limited","limited":{"nominalConcurrencyShares":1,"borrowingLimitPercent":0,
                     "limitResponse":{"type":"Queue","queuing":{"queues":64,"handSize":1,"queueLengthLimit":5}}}}}""";
            assertThat(server.post(LEVELS, level).status()).isEqualTo(201);
            var schema = """
                    {"metadata":{"name":"small"},"spec":{"matchingPrecedence":50,"priorityLevelConfiguration":{"name":"small"},
                     "distinguisherMethod":{"type":"ByUser"},
                     "rules":[{"subjects":[{"kind":"User","user":{"name":"noisy"}},{"kind":"User","user":{"name":"quiet"}}],
                       "resourceRules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"],"clusterScope":true,"namespaces":["*"]}]}]}}""";
            var made = server.post(SCHEMAS, schema);
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            var uid = made.json().at("/metadata/uid").asText();
            Waiting.until(() -> server.call("GET", MAPS, "", as("quiet"))
                    .header("x-kubernetes-pf-flowschema-uid")
                    .equals(uid));
            var seats = (int) server.metric("apiserver_flowcontrol_nominal_limit_seats", "\"small\"");
            assertThat(seats).isPositive();
            Future<Integer> quiet;
            try (var crowd = new Crowd(server);
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                crowd.send("noisy", seats + 5);
                Waiting.until(() -> crowd.held() == seats
                        && server.metric("apiserver_flowcontrol_current_inqueue_requests", "\"small\"") == 5);
                var refused = server.call("POST", MAPS, "{\"metadata\":{\"name\":\"more\"}}", as("noisy"));
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.message()).isEqualTo("Too many requests, please try again later.");
                assertThat(refused.header("retry-after")).isEqualTo("1");
                assertThat(server.metric(
                                "apiserver_flowcontrol_rejected_requests_total", "\"small\"", "reason=\"queue-full\""))
                        .isEqualTo(1);
                quiet = threads.submit(
                        () -> server.call("GET", MAPS, "", as("quiet")).status());
                Waiting.until(() -> server.metric("apiserver_flowcontrol_current_inqueue_requests", "\"small\"") == 6);
                crowd.open.countDown();
                assertThat(quiet.get(2, java.util.concurrent.TimeUnit.MINUTES)).isEqualTo(200);
            }
        }
    }

    @Test
    void aLevelThatTurnsAwayDoesNotLetWait() throws Exception {
        try (var server = new TestServer()) {
            var change = (ObjectNode) server.get(LEVELS + "/global-default").json();
            var limited = (ObjectNode) change.at("/spec/limited");
            limited.put("nominalConcurrencyShares", 0).put("borrowingLimitPercent", 0);
            ((ObjectNode) limited.path("limitResponse")).put("type", "Reject").remove("queuing");
            ((ObjectNode) change.path("metadata").path("annotations"))
                    .put("apf.kubernetes.io/autoupdate-spec", "false");
            assertThat(server.call("PUT", LEVELS + "/global-default", change.toString())
                            .status())
                    .isEqualTo(200);
            Waiting.until(() -> server.asUser("GET", "/version", "").status() == 429);
            assertThat(server.get("/version").status()).isEqualTo(200);
            assertThat(server.asUser("GET", "/healthz", "").status()).isEqualTo(200);
            assertThat(server.metric("apiserver_flowcontrol_rejected_requests_total", "reason=\"concurrency-limit\""))
                    .isPositive();
        }
    }
}
