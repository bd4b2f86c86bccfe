package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.TestServer.Answer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Roles, impersonation and what nodes may read, seen from outside. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class RolesTest {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private TestServer server;

    @BeforeAll
    void start() {
        server = new TestServer();
        bind("view", "viewer");
        bind("edit", "editor");
        bind("admin", "boss");
        post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"used\"}}");
        post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"other\"}}");
        post("/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"settings\"}}");
        post("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
        post("/api/v1/nodes", "{\"metadata\":{\"name\":\"n2\"}}");
        post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"worker\"}}");
        post(PODS, """
                {"metadata":{"name":"mine"},"spec":{"nodeName":"n1","serviceAccountName":"worker","containers":[{"name":"c",
                 "image":"i","env":[{"name":"A","valueFrom":{"configMapKeyRef":{"name":"settings","key":"a"}}}]}],
                 "volumes":[{"name":"v","secret":{"secretName":"used"}}]}}""");
        post(PODS, """
                {"metadata":{"name":"theirs"},"spec":{"nodeName":"n2","containers":[{"name":"c","image":"i"}]}}""");
    }

    @AfterAll
    void stop() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private void post(String path, String body) {
        var answer = server.post(path, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    private void bind(String role, String user) {
        post(RBAC + "/namespaces/default/rolebindings", """
                {"metadata":{"name":"%s"},"roleRef":{"kind":"ClusterRole","name":"%s"},
                 "subjects":[{"kind":"User","name":"%s"}]}""".formatted(user, role, user));
    }

    private Answer as(String user, String method, String path, String body) {
        return as(Map.of("Impersonate-User", user), method, path, body);
    }

    private Answer as(Map<String, String> identity, String method, String path, String body) {
        var headers = new HashMap<>(identity);
        headers.put("Content-Type", "application/json");
        return server.call(method, path, body, headers);
    }

    private Answer asNode(String method, String path) {
        return as(Map.of("Impersonate-User", "system:node:n1", "Impersonate-Group", "system:nodes"), method, path, "");
    }

    @Test
    @DisplayName("the default roles view, edit and admin are put together of others")
    void defaults() {
        assertThat(as("viewer", "GET", PODS, "").status()).isEqualTo(200);
        assertThat(as("viewer", "GET", "/api/v1/namespaces/default/secrets", "").status())
                .isEqualTo(403);
        var refused = as("viewer", "DELETE", PODS + "/mine", "");
        assertThat(refused.message())
                .isEqualTo(
                        "pods \"mine\" is forbidden: User \"viewer\" cannot delete resource \"pods\" in API group \"\" in "
                                + "the namespace \"default\"");
        assertThat(as("viewer", "GET", "/api/v1/namespaces/kube-system/pods", "")
                        .status())
                .isEqualTo(403);
        assertThat(as("editor", "GET", "/api/v1/namespaces/default/secrets", "").status())
                .isEqualTo(200);
        assertThat(as("editor", "GET", RBAC + "/namespaces/default/roles", "").status())
                .isEqualTo(403);
        assertThat(as("boss", "GET", RBAC + "/namespaces/default/roles", "").status())
                .isEqualTo(200);
        assertThat(as("boss", "GET", PODS, "").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("everybody who is known may discover and ask what they may do; nobody else may")
    void discovery() {
        assertThat(as("somebody", "GET", "/apis", "").status()).isEqualTo(200);
        assertThat(as("somebody", "GET", "/metrics", "").status()).isEqualTo(403);
        assertThat(as("somebody", "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "{\"spec\":{}}")
                        .status())
                .isEqualTo(201);
        assertThat(server.anonymously("GET", "/apis", "", Map.of()).status()).isEqualTo(403);
        assertThat(server.anonymously("GET", "/healthz", "", Map.of()).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("a role that gives more than its writer has is refused, with what is missing")
    void escalation() {
        var refused = as("boss", "POST", RBAC + "/namespaces/default/roles", """
                {"metadata":{"name":"more"},"rules":[{"apiGroups":[""],"resources":["nodes","pods"],"verbs":["get"]}]}""");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.message())
                .contains(
                        "user \"boss\" (groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not "
                                + "currently held:\n{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}")
                .doesNotContain("\"pods\"]");
        assertThat(as("boss", "POST", RBAC + "/namespaces/default/roles", """
                {"metadata":{"name":"less"},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]}""").status())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("binding a role that gives more than its writer has is refused")
    void bindingEscalation() {
        var body = """
                {"metadata":{"name":"%s"},"roleRef":{"kind":"ClusterRole","name":"%s"},"subjects":[{"kind":"User","name":"x"}]}""";
        assertThat(as("boss", "POST", RBAC + "/namespaces/default/rolebindings", body.formatted("a", "cluster-admin"))
                        .status())
                .isEqualTo(403);
        assertThat(as("boss", "POST", RBAC + "/namespaces/default/rolebindings", body.formatted("b", "edit"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("who may not impersonate is refused, and groups without a user are nonsense")
    void impersonation() {
        assertThat(as("viewer", "GET", PODS, "").status()).isEqualTo(200);
        var groupless = as(Map.of("Impersonate-Group", "system:masters"), "GET", PODS, "");
        assertThat(groupless.message()).contains("without impersonating a user");
        var account = as(
                "system:serviceaccount:default:worker",
                "POST",
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                "{}");
        assertThat(account.json().at("/status/userInfo/groups").toString())
                .isEqualTo("[\"system:serviceaccounts\",\"system:serviceaccounts:default\",\"system:authenticated\"]");
    }

    @Test
    @DisplayName("a node reads its own pods and what they name, and nothing else")
    void nodeReads() {
        assertThat(asNode("GET", PODS + "/mine").status()).isEqualTo(200);
        assertThat(asNode("GET", PODS + "/theirs").message())
                .endsWith("no relationship found between node 'n1' and this object");
        assertThat(asNode("GET", "/api/v1/pods").message())
                .endsWith("can only list/watch pods with spec.nodeName field selector");
        assertThat(asNode("GET", "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1")
                        .status())
                .isEqualTo(200);
        assertThat(asNode("GET", "/api/v1/namespaces/default/secrets/used").status())
                .isEqualTo(200);
        assertThat(asNode("GET", "/api/v1/namespaces/default/secrets?fieldSelector=metadata.name%3Dused")
                        .status())
                .isEqualTo(200);
        assertThat(asNode("GET", "/api/v1/namespaces/default/secrets/other").status())
                .isEqualTo(403);
        assertThat(asNode("GET", "/api/v1/namespaces/default/secrets").status()).isEqualTo(403);
        assertThat(asNode("GET", "/api/v1/namespaces/default/configmaps/settings")
                        .status())
                .isEqualTo(200);
        assertThat(asNode("GET", "/api/v1/nodes/n1").status()).isEqualTo(200);
        assertThat(asNode("GET", "/api/v1/nodes/n2").message())
                .endsWith("node 'n1' cannot read 'n2', only its own Node object");
        assertThat(asNode("GET", RBAC + "/clusterroles").status()).isEqualTo(403);
    }
}
