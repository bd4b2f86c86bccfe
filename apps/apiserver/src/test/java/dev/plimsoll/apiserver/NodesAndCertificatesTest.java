package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who has a certificate is who it says; and a node, though it may do much, does it to its own objects only. */
// Acceptance of KEP-1287: not-by-users
class NodesAndCertificatesTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String RUNNING = "{\"status\":{\"phase\":\"Running\"}}";

    private final TestServer server = TestServer.secure();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private HttpClient client(Authority authority, String name, String... groups) throws GeneralSecurityException {
        var password = "secret";
        var identity = authority.client(name, List.of(groups), Instant.now());
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(authority.keyStore(identity, password), password.toCharArray());
        return server.client(keys.getKeyManagers());
    }

    private HttpClient node(String name) throws GeneralSecurityException {
        return client(server.server().pki().authority(), "system:node:" + name, "system:nodes");
    }

    private HttpResponse<String> send(HttpClient client, String method, String path, String body)
            throws IOException, InterruptedException {
        var type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        return client.send(
                HttpRequest.newBuilder(URI.create(server.server().url() + path))
                        .timeout(Duration.ofSeconds(30))
                        .header("Content-Type", type)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private void pods() {
        for (var node : List.of("a", "b")) {
            server.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"" + node + "\"}}");
            var pod = server.post(
                    PODS,
                    "{\"metadata\":{\"name\":\"on-" + node + "\"},\"spec\":{\"nodeName\":\"" + node
                            + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
            assertThat(pod.status()).isEqualTo(201);
        }
    }

    @Test
    void aCertificateTellsWhoAsks() throws Exception {
        var authority = server.server().pki().authority();
        try (var admin = client(authority, "root", "system:masters");
                var nobody = client(authority, "somebody")) {
            assertThat(send(admin, "GET", PODS, "").statusCode()).isEqualTo(200);
            var refused = send(nobody, "GET", PODS, "");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("User \\\"somebody\\\" cannot list resource \\\"pods\\\"");
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNone() throws Exception {
        try (var stranger = client(Authority.create("other", Instant.now()), "root", "system:masters")) {
            var outcome = outcome(stranger);
            assertThat(outcome).isIn("no connection", "401", "403");
        }
    }

    /** The handshake fails, or the client does not even show what the server would not trust. */
    private String outcome(HttpClient client) throws InterruptedException {
        try {
            return Integer.toString(send(client, "GET", PODS, "").statusCode());
        } catch (IOException _) {
            return "no connection";
        }
    }

    @Test
    void aNodeWritesTheStatusOfItsOwnPodsOnly() throws Exception {
        pods();
        try (var node = node("a")) {
            assertThat(send(node, "PATCH", PODS + "/on-a/status", RUNNING).statusCode())
                    .isEqualTo(200);
            var refused = send(node, "PATCH", PODS + "/on-b/status", RUNNING);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body())
                    .contains("node \\\"a\\\" can only update pod status for pods with spec.nodeName set to itself");
            var labels = send(
                    node,
                    "PATCH",
                    PODS + "/on-a/status",
                    "{\"metadata\":{\"labels\":{\"x\":\"y\"}},\"status\":{\"phase\":\"Failed\"}}");
            assertThat(labels.statusCode()).isEqualTo(403);
        }
    }

    @Test
    void aNodeTouchesNoSpecAndNoOtherNode() throws Exception {
        pods();
        try (var node = node("a")) {
            assertThat(send(node, "PATCH", "/api/v1/nodes/a/status", "{\"status\":{\"allocatable\":{\"cpu\":\"1\"}}}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(send(node, "PATCH", "/api/v1/nodes/b/status", "{\"status\":{\"allocatable\":{\"cpu\":\"1\"}}}")
                            .statusCode())
                    .isEqualTo(403);
            var resize =
                    "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}";
            assertThat(send(node, "PATCH", PODS + "/on-a/resize", resize).statusCode())
                    .isEqualTo(403);
            assertThat(send(
                                    node,
                                    "POST",
                                    PODS,
                                    "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(node, "DELETE", PODS + "/on-b?gracePeriodSeconds=0", "")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(node, "DELETE", PODS + "/on-a?gracePeriodSeconds=0", "")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aNodeRenewsItsOwnLease() throws Exception {
        var leases = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
        try (var node = node("a")) {
            assertThat(send(node, "POST", leases, "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"holderIdentity\":\"a\"}}")
                            .statusCode())
                    .isEqualTo(201);
            assertThat(send(node, "POST", leases, "{\"metadata\":{\"name\":\"b\"}}")
                            .statusCode())
                    .isEqualTo(403);
        }
    }
}
