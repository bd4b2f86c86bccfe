package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: aggregation
/** APIServices: those of the server itself, and requests that other API servers answer over real TLS. */
class AggregationTest {
    private static final String SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String THINGS = "/apis/things.example/v1/namespaces/default/things";
    private static final String LABEL = "/metadata/labels/kube-aggregator.kubernetes.io~1automanaged";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TestServer server = new TestServer();
    private final TestBackend backend =
            new TestBackend(config().path("requestheader-client-ca-file").asText());

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        backend.close();
        assertThat(defects).isEmpty();
    }

    private JsonNode config() {
        return server.get("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication")
                .json()
                .path("data");
    }

    private static String apiService(String name, String spec) {
        var dot = name.indexOf('.');
        return """
                {"metadata":{"name":"%s"},"spec":{"group":"%s","version":"%s","groupPriorityMinimum":5000,"versionPriority":50,%s}}""".formatted(name, name.substring(dot + 1), name.substring(0, dot), spec);
    }

    private String spec(int port, String trust) {
        return "\"service\":{\"namespace\":\"default\",\"name\":\"api\",\"port\":" + port + "}," + trust;
    }

    private String trusted() {
        return spec(backend.port(), "\"caBundle\":\"" + backend.caBundle() + "\"");
    }

    private void made(String path, String body) {
        var answer = server.post(path, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    private void externalName() {
        made(
                "/api/v1/namespaces/default/services",
                "{\"metadata\":{\"name\":\"api\"},\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"localhost\"}}");
    }

    private JsonNode condition(String name) {
        return server.get(SERVICES + "/" + name).json().at("/status/conditions/0");
    }

    private void awaitReason(String name, String reason) {
        Waiting.until(() -> condition(name).path("reason").asText().equals(reason));
    }

    /** The backend answers for {@code things.example/v1}. */
    private void registered() {
        externalName();
        made(SERVICES, apiService("v1.things.example", trusted()));
        awaitReason("v1.things.example", "Passed");
    }

    @Test
    void everyGroupVersionOfTheServerHasAnApiServiceOfItsOwn() {
        var served = new TreeSet<String>();
        served.add("v1.");
        for (var group : server.get("/apis").json().path("groups")) {
            for (var version : group.path("versions")) {
                var name = group.path("name").asText();
                if (!name.equals("apiregistration.k8s.io"))
                    served.add(version.path("version").asText() + "." + name);
            }
        }
        var items = server.get(SERVICES).json().path("items");
        var names = new TreeSet<String>();
        for (var item : items) {
            names.add(item.at("/metadata/name").asText());
            assertThat(item.at("/status/conditions/0/type").asText()).isEqualTo("Available");
            assertThat(item.at("/status/conditions/0/status").asText()).isEqualTo("True");
            assertThat(item.at("/status/conditions/0/reason").asText()).isEqualTo("Local");
            assertThat(item.at("/status/conditions/0/message").asText())
                    .isEqualTo("Local APIServices are always available");
        }
        assertThat(names).isEqualTo(served);
        var apps = server.get(SERVICES + "/v1.apps").json();
        assertThat(apps.at(LABEL).asText()).isEqualTo("onstart");
        assertThat(apps.at("/spec/groupPriorityMinimum").asInt()).isEqualTo(17_800);
        assertThat(apps.at("/spec/versionPriority").asInt()).isEqualTo(15);
        assertThat(server.get(SERVICES + "/v1beta1.metrics.k8s.io")
                        .json()
                        .at(LABEL)
                        .isMissingNode())
                .as("whoever installs a metrics server replaces it")
                .isTrue();
    }

    @Test
    void apiServicesOfDefinitionsComeAndGoWithThem() {
        Widgets.define(server, Widgets.DEFINITION);
        var name = "v1.example.com";
        Waiting.until(() -> server.get(SERVICES + "/" + name).status() == 200);
        var made = server.get(SERVICES + "/" + name).json();
        assertThat(made.at(LABEL).asText()).isEqualTo("true");
        assertThat(made.at("/spec/groupPriorityMinimum").asInt()).isEqualTo(1000);
        assertThat(made.at("/spec/versionPriority").asInt()).isEqualTo(100);
        assertThat(server.call("DELETE", SERVICES + "/" + name, "").status()).isEqualTo(200);
        var uid = made.at("/metadata/uid").asText();
        Waiting.until(() -> {
            var again = server.get(SERVICES + "/" + name);
            return again.status() == 200
                    && !again.json().at("/metadata/uid").asText().equals(uid);
        });
        for (var item : server.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                .json()
                .path("items")) {
            server.call(
                    "DELETE",
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"
                            + item.at("/metadata/name").asText(),
                    "");
        }
        Waiting.until(() -> server.get(SERVICES + "/" + name).status() == 404);
    }

    @Test
    void aBackendIsAskedWithOurCertificateAndForWhomItIs() {
        registered();
        backend.on(THINGS, exchange -> TestBackend.answer(exchange, 200, "{\"kind\":\"ThingList\"}"));
        var answer = server.call(
                "POST",
                THINGS + "?dryRun=All&x=%2F",
                "{\"a\":1}",
                Map.of(
                        "Content-Type", "application/json",
                        "X-Remote-User", "mallory",
                        "X-Remote-Group", "system:masters",
                        "X-Remote-Extra-Scope", "all",
                        "Impersonate-User", "jöhn",
                        "Impersonate-Group", "a, b",
                        "Impersonate-Extra-example.com%2Fkey", "v"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(backend.asked()).as("who may not is not handed on").isEmpty();
        made(
                "/apis/rbac.authorization.k8s.io/v1/clusterroles",
                "{\"metadata\":{\"name\":\"t\"},\"rules\":[{\"apiGroups\":[\"things.example\"],\"resources\":[\"things\"],\"verbs\":[\"create\"]}]}");
        made(
                "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                "{\"metadata\":{\"name\":\"t\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"t\"},"
                        + "\"subjects\":[{\"kind\":\"Group\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"team-a\"}]}");
        var allowed = server.call(
                "POST",
                THINGS + "?dryRun=All&x=%2F",
                "{\"a\":1}",
                Map.of(
                        "Content-Type", "application/json",
                        "X-Remote-User", "mallory",
                        "X-Remote-Group", "system:masters",
                        "X-Remote-Extra-Scope", "all",
                        "Impersonate-User", "john",
                        "Impersonate-Uid", "u-1",
                        "Impersonate-Group", "team-a",
                        "Impersonate-Extra-example.com%2Fkey", "v"));
        assertThat(allowed.status()).as(allowed.text()).isEqualTo(200);
        assertThat(allowed.json().path("kind").asText()).isEqualTo("ThingList");
        var seen = backend.asked().getFirst();
        assertThat(seen.method()).isEqualTo("POST");
        assertThat(seen.uri()).isEqualTo(THINGS + "?dryRun=All&x=%2F");
        assertThat(seen.body()).isEqualTo("{\"a\":1}");
        assertThat(seen.peer()).isEqualTo("CN=front-proxy-client");
        assertThat(config().path("requestheader-allowed-names").asText()).isEqualTo("[\"front-proxy-client\"]");
        assertThat(seen.header("x-remote-user")).containsExactly("john");
        assertThat(seen.header("x-remote-uid")).containsExactly("u-1");
        assertThat(seen.header("x-remote-group")).containsExactlyInAnyOrder("team-a", "system:authenticated");
        assertThat(seen.header("x-remote-extra-example.com%2fkey")).containsExactly("v");
        assertThat(seen.header("x-remote-extra-scope")).isEmpty();
        assertThat(seen.header("authorization")).isEmpty();
        assertThat(seen.header("audit-id")).containsExactly(allowed.header("audit-id"));
        assertThat(seen.headers().keySet()).noneMatch(name -> name.startsWith("impersonate-"));
    }

    @Test
    void noPathLeadsToABackendThatWasNotAuthorizedAsItIs() {
        registered();
        for (var path : List.of(
                "/apis/things.example/v1/namespaces/default/../kube-system/things",
                "/apis/things.example/v1/namespaces/a%2F..%2Fb/things",
                "/apis/things.example/v1//things",
                "/apis/things.example/v1/../v1/things")) {
            assertThat(server.get(path).status()).as(path).isIn(400, 404);
        }
        assertThat(backend.asked()).isEmpty();
    }

    @Test
    void theConditionSaysWhatIsMissingOneAfterTheOther() {
        var name = "v1.things.example";
        made(SERVICES, apiService(name, spec(443, "\"insecureSkipTLSVerify\":true")));
        awaitReason(name, "ServiceNotFound");
        assertThat(condition(name).path("message").asText()).isEqualTo("service/api in \"default\" is not present");
        var refused = server.get(THINGS);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text()).isEqualTo("service unavailable\n");
        assertThat(refused.type()).isEqualTo("text/plain");
        var service = "/api/v1/namespaces/default/services";
        made(service, "{\"metadata\":{\"name\":\"api\"},\"spec\":{\"ports\":[{\"name\":\"web\",\"port\":80}]}}");
        awaitReason(name, "ServicePortError");
        assertThat(condition(name).path("message").asText())
                .isEqualTo("service/api in \"default\" is not listening on port 443");
        server.patch(
                "merge-patch+json",
                service + "/api",
                "{\"spec\":{\"ports\":[{\"name\":\"tls\",\"port\":443},{\"name\":\"web\",\"port\":80}]}}");
        awaitReason(name, "EndpointsNotFound");
        assertThat(condition(name).path("message").asText())
                .isEqualTo("cannot find endpointslices for service/api in \"default\"");
        made("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", """
                {"metadata":{"name":"api-1","labels":{"kubernetes.io/service-name":"api"}},"addressType":"IPv4",
                 "ports":[{"name":"web","port":80}],"endpoints":[{"addresses":["192.0.2.1"]}]}""");
        awaitReason(name, "MissingEndpoints");
        assertThat(condition(name).path("message").asText())
                .isEqualTo("endpointslices for service/api in \"default\" have no addresses with port name \"tls\"");
        assertThat(server.metric("aggregator_unavailable_apiservice", name)).isEqualTo(1);
        server.call("DELETE", service + "/api", "");
        externalName();
        backend.discoveryStatus(500);
        var update = server.get(SERVICES + "/" + name).json().deepCopy();
        ((com.fasterxml.jackson.databind.node.ObjectNode) update.at("/spec/service")).put("port", backend.port());
        assertThat(server.call("PUT", SERVICES + "/" + name, update.toString()).status())
                .isEqualTo(200);
        var url = "https://localhost:" + backend.port() + "/apis/things.example/v1";
        var message = "failing or missing response from " + url + ": bad status from " + url + ": 500";
        // It may have been asked at the port that the object named before.
        Waiting.until(() -> condition(name).path("message").asText().equals(message));
        assertThat(condition(name).path("reason").asText()).isEqualTo("FailedDiscoveryCheck");
        backend.discoveryStatus(200);
        awaitReason(name, "Passed");
        assertThat(condition(name).path("status").asText()).isEqualTo("True");
        assertThat(condition(name).path("message").asText()).isEqualTo("all checks passed");
    }

    @Test
    void aBackendThatIsSignedBySomebodyElseIsNotAsked() {
        externalName();
        var other = "\"caBundle\":\""
                + java.util.Base64.getEncoder()
                        .encodeToString(config().path("client-ca-file").asText().getBytes(StandardCharsets.US_ASCII))
                + "\"";
        made(SERVICES, apiService("v1.things.example", spec(backend.port(), other)));
        awaitReason("v1.things.example", "FailedDiscoveryCheck");
        assertThat(server.get(THINGS).status()).isEqualTo(503);
        assertThat(backend.asked()).isEmpty();
    }

    @Test
    void itsGroupIsFoundWhereItsPriorityPutsIt() {
        registered();
        var groups = new ArrayList<String>();
        server.get("/apis")
                .json()
                .path("groups")
                .forEach(group -> groups.add(group.path("name").asText()));
        assertThat(groups).containsOnlyOnce("things.example");
        assertThat(groups.indexOf("things.example"))
                .isGreaterThan(groups.indexOf("storagemigration.k8s.io"))
                .isLessThan(groups.indexOf("metrics.k8s.io"));
        assertThat(server.get("/apis/things.example")
                        .json()
                        .at("/preferredVersion/groupVersion")
                        .asText())
                .isEqualTo("things.example/v1");
        assertThat(server.get("/apis/things.example/v1")
                        .json()
                        .at("/resources/0/name")
                        .asText())
                .isEqualTo("things");
        var version = aggregated();
        assertThat(version.path("freshness").asText()).isEqualTo("Current");
        assertThat(version.at("/resources/0/resource").asText()).isEqualTo("things");
        assertThat(version.at("/resources/0/scope").asText()).isEqualTo("Namespaced");
        assertThat(version.at("/resources/0/shortNames/0").asText()).isEqualTo("th");
        assertThat(version.at("/resources/0/responseKind/group").asText()).isEqualTo("things.example");
        assertThat(version.at("/resources/0/subresources/0/subresource").asText())
                .isEqualTo("status");
        assertThat(server.get("/openapi/v3")
                        .json()
                        .path("paths")
                        .path("apis/things.example/v1")
                        .toString())
                .contains("?hash=ABC");
        backend.on("/openapi/v3/apis/things.example/v1", exchange -> TestBackend.answer(exchange, 200, "{\"o\":1}"));
        assertThat(server.get("/openapi/v3/apis/things.example/v1?hash=ABC").text())
                .isEqualTo("{\"o\":1}");

        server.call("DELETE", "/api/v1/namespaces/default/services/api", "");
        awaitReason("v1.things.example", "ServiceNotFound");
        assertThat(aggregated().path("freshness").asText()).isEqualTo("Stale");
        assertThat(aggregated().at("/resources/0/resource").asText()).isEqualTo("things");
        assertThat(server.get("/apis/things.example").status()).isEqualTo(200);
        assertThat(server.get("/apis/things.example/v1").status()).isEqualTo(503);
        server.call("DELETE", SERVICES + "/v1.things.example", "");
        Waiting.until(() -> server.get("/apis/things.example").status() == 404);
    }

    private JsonNode aggregated() {
        var accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
        var all = server.call("GET", "/apis", "", Map.of("Accept", accept)).json();
        for (var item : all.path("items")) {
            if (item.at("/metadata/name").asText().equals("things.example")) return item.at("/versions/0");
        }
        throw new AssertionError("no group things.example in " + all);
    }

    @Test
    void aWatchArrivesPieceByPiece() throws IOException, InterruptedException {
        registered();
        var second = new CountDownLatch(1);
        backend.on(THINGS, exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            var out = exchange.getResponseBody();
            out.write("{\"type\":\"ADDED\"}\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            try {
                if (second.await(2, TimeUnit.MINUTES))
                    out.write("{\"type\":\"DELETED\"}\n".getBytes(StandardCharsets.UTF_8));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        try (var lines = new BufferedReader(
                new InputStreamReader(server.opened(THINGS + "?watch=true"), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("{\"type\":\"ADDED\"}");
            second.countDown();
            assertThat(lines.readLine()).isEqualTo("{\"type\":\"DELETED\"}");
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void aConnectionThatChangesItsProtocolIsPassedOn() throws IOException {
        externalName();
        try (var echo = (SSLServerSocket)
                backend.tls().getServerSocketFactory().createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            echo.setNeedClientAuth(true);
            var heads = new java.util.concurrent.LinkedBlockingQueue<String>();
            Thread.ofVirtual().start(() -> echo(echo, heads));
            made(
                    SERVICES,
                    apiService(
                            "v1.things.example",
                            spec(echo.getLocalPort(), "\"caBundle\":\"" + backend.caBundle() + "\"")));
            awaitReason("v1.things.example", "Passed");
            var address = URI.create(server.server().url());
            try (var socket = new Socket(address.getHost(), address.getPort())) {
                socket.setSoTimeout(60_000);
                socket.getOutputStream()
                        .write(("GET " + THINGS + "/a/connect HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                                        + TestServer.TOKEN
                                        + "\r\nX-Remote-User: mallory\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(head(socket)).startsWith("HTTP/1.1 101");
                socket.getOutputStream().write('x');
                assertThat(socket.getInputStream().read()).isEqualTo('x');
                socket.getOutputStream().write('y');
                assertThat(socket.getInputStream().read()).isEqualTo('y');
            }
            var head = heads.stream()
                    .filter(each -> each.contains("Upgrade: echo") || each.contains("upgrade: echo"))
                    .findFirst()
                    .orElseThrow();
            assertThat(head).contains("X-Remote-User: admin\r\n", "X-Remote-Group: system:masters\r\n");
            assertThat(head).doesNotContain("mallory", TestServer.TOKEN);
        }
    }

    /** Answers every question, and gives back the bytes of a connection that wants another protocol. */
    private static void echo(SSLServerSocket server, java.util.Queue<String> heads) {
        while (!server.isClosed()) {
            try {
                var socket = (SSLSocket) server.accept();
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        var head = head(socket);
                        heads.add(head);
                        if (!head.toLowerCase(java.util.Locale.ROOT).contains("upgrade: echo")) {
                            socket.getOutputStream()
                                    .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
                                            .getBytes(StandardCharsets.US_ASCII));
                            return;
                        }
                        socket.getOutputStream()
                                .write(
                                        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"
                                                .getBytes(StandardCharsets.US_ASCII));
                        for (var next = socket.getInputStream().read();
                                next >= 0;
                                next = socket.getInputStream().read())
                            socket.getOutputStream().write(next);
                    } catch (IOException _) {
                        // The client has gone.
                    }
                });
            } catch (IOException _) {
                return;
            }
        }
    }

    private static String head(Socket socket) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            var next = socket.getInputStream().read();
            if (next < 0) throw new IOException("ended after " + head);
            head.append((char) next);
        }
        return head.toString();
    }

    @Test
    void whoeverInstallsAMetricsServerIsAskedInsteadOfUs() throws IOException {
        var nodes = "/apis/metrics.k8s.io/v1beta1/nodes";
        assertThat(server.get(nodes).json().path("kind").asText()).isEqualTo("NodeMetricsList");
        externalName();
        backend.on("/apis/metrics.k8s.io/v1beta1", exchange -> TestBackend.answer(exchange, 200, "{\"resources\":[]}"));
        backend.on(nodes, exchange -> TestBackend.answer(exchange, 200, "{\"kind\":\"Theirs\"}"));
        var change = "{\"spec\":{" + trusted() + "}}";
        assertThat(MAPPER.readTree(change).isObject()).isTrue();
        assertThat(server.patch("merge-patch+json", SERVICES + "/v1beta1.metrics.k8s.io", change)
                        .status())
                .isEqualTo(200);
        awaitReason("v1beta1.metrics.k8s.io", "Passed");
        assertThat(server.get(nodes).json().path("kind").asText()).isEqualTo("Theirs");
        server.call("DELETE", SERVICES + "/v1beta1.metrics.k8s.io", "");
        Waiting.until(() -> server.get(nodes).json().path("kind").asText().equals("NodeMetricsList"));
    }
}
