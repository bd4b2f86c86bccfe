package dev.plimsoll.security;

import static dev.plimsoll.security.Access.RBAC;
import static dev.plimsoll.security.Access.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The roles that every cluster has: what is in them, who has them, and that they are mended when a server starts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultRolesTest {
    private static final String AGGREGATE = "rbac.authorization.k8s.io/aggregate-to-";

    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    private JsonNode clusterRole(String name) {
        return server.admin().get(RBAC + "/clusterroles/" + name).json();
    }

    @Test
    void theRolesOfUsersArePutTogetherOfOthers() {
        for (var name : List.of("admin", "edit", "view")) {
            assertThat(clusterRole(name)
                            .at("/aggregationRule/clusterRoleSelectors/0/matchLabels")
                            .path(AGGREGATE + name)
                            .asText())
                    .isEqualTo("true");
            assertThat(clusterRole("system:aggregate-to-" + name)
                            .at("/metadata/labels")
                            .path(AGGREGATE + name)
                            .asText())
                    .isEqualTo("true");
        }
        assertThat(clusterRole("edit")
                        .at("/metadata/labels")
                        .path(AGGREGATE + "admin")
                        .asText())
                .isEqualTo("true");
        assertThat(clusterRole("view")
                        .at("/metadata/labels")
                        .path(AGGREGATE + "edit")
                        .asText())
                .isEqualTo("true");
    }

    record Right(String role, String verb, String group, String resource, boolean isGiven) {}

    static Stream<Right> rights() {
        var rbac = "rbac.authorization.k8s.io";
        return Stream.of(
                new Right("view", "list", "", "pods", true),
                new Right("view", "get", "", "pods/log", true),
                new Right("view", "get", "", "secrets", false),
                new Right("view", "list", "", "secrets", false),
                new Right("view", "watch", "", "secrets", false),
                new Right("view", "get", rbac, "roles", false),
                new Right("view", "get", rbac, "rolebindings", false),
                new Right("view", "create", "", "pods", false),
                new Right("view", "get", "", "pods/exec", false),
                new Right("view", "get", "", "nodes", false),
                new Right("edit", "list", "", "pods", true),
                new Right("edit", "get", "", "secrets", true),
                new Right("edit", "create", "", "pods/exec", true),
                new Right("edit", "create", "", "pods/attach", true),
                new Right("edit", "create", "", "pods/portforward", true),
                new Right("edit", "get", "", "pods/proxy", true),
                new Right("edit", "create", "", "pods/eviction", true),
                new Right("edit", "patch", "", "pods/resize", true),
                new Right("edit", "impersonate", "", "serviceaccounts", true),
                new Right("edit", "create", "", "serviceaccounts/token", true),
                new Right("edit", "update", "coordination.k8s.io", "leases", true),
                new Right("edit", "update", "", "resourcequotas", false),
                new Right("edit", "create", rbac, "rolebindings", false),
                new Right("admin", "create", rbac, "rolebindings", true),
                new Right("admin", "create", rbac, "roles", true),
                new Right("admin", "escalate", rbac, "roles", false),
                new Right("admin", "bind", rbac, "roles", false),
                new Right("admin", "create", "authorization.k8s.io", "localsubjectaccessreviews", true),
                new Right("admin", "update", "", "resourcequotas", false),
                new Right("admin", "delete", "", "namespaces", false),
                new Right("admin", "update", "", "namespaces", false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rights")
    void whatARoleGives(Right right) {
        var name = "has-" + right.role();
        if (server.admin()
                        .get(RBAC + "/namespaces/default/rolebindings/" + name)
                        .status()
                == 404) {
            server.admin()
                    .post(
                            RBAC + "/namespaces/default/rolebindings",
                            Access.binding(name, "ClusterRole", right.role(), name));
        }
        var words = right.resource().split("/", -1);
        var review = server.admin().post("/apis/authorization.k8s.io/v1/subjectaccessreviews", """
                {"spec":{"user":"%s","resourceAttributes":{"namespace":"default","verb":"%s","group":"%s","resource":"%s",
                 "subresource":"%s"}}}""".formatted(
                        name, right.verb(), right.group(), words[0], words.length > 1 ? words[1] : ""));
        assertThat(review.json().at("/status/allowed").asBoolean())
                .as(review.text())
                .isEqualTo(right.isGiven());
        if (right.isGiven()) {
            assertThat(review.json().at("/status/reason").asText())
                    .isEqualTo("RBAC: allowed by RoleBinding \"" + name + "/default\" of ClusterRole \"" + right.role()
                            + "\" to User \"" + name + "\"");
        }
    }

    record Bound(String binding, List<String> groups) {}

    static Stream<Bound> bound() {
        return Stream.of(
                new Bound("cluster-admin", List.of("system:masters")),
                new Bound("system:discovery", List.of("system:authenticated")),
                new Bound("system:basic-user", List.of("system:authenticated")),
                new Bound("system:public-info-viewer", List.of("system:authenticated", "system:unauthenticated")),
                new Bound("system:service-account-issuer-discovery", List.of("system:serviceaccounts")),
                new Bound("system:node", List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bound")
    void whoHasARole(Bound row) {
        var binding = server.admin()
                .get(RBAC + "/clusterrolebindings/" + row.binding())
                .json();
        assertThat(binding.at("/roleRef/name").asText()).isEqualTo(row.binding());
        assertThat(binding.path("subjects").findValuesAsText("name")).isEqualTo(row.groups());
        assertThat(binding.at("/metadata/labels/kubernetes.io~1bootstrapping").asText())
                .isEqualTo("rbac-defaults");
        assertThat(binding.at("/metadata/annotations/rbac.authorization.kubernetes.io~1autoupdate")
                        .asText())
                .isEqualTo("true");
    }

    @Test
    void aRoleWithALabelAppearsInAllThatArePutTogetherOfIt() {
        server.admin().post(RBAC + "/clusterroles", """
                {"metadata":{"name":"gauges","labels":{"%sview":"true"}},"rules":[%s]}""".formatted(AGGREGATE, rule("example.com", "gauges", "get")));
        for (var name : List.of("view", "edit", "admin")) eventually(name, true);
        server.admin().patch(RBAC + "/clusterroles/gauges", "{\"metadata\":{\"labels\":null}}");
        for (var name : List.of("view", "edit", "admin")) eventually(name, false);
        assertThat(clusterRole("view").at("/metadata/managedFields").findValuesAsText("manager"))
                .contains("clusterrole-aggregation-controller");
    }

    private void eventually(String role, boolean has) {
        var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (clusterRole(role).path("rules").toString().contains("gauges") != has) {
            assertThat(System.nanoTime()).as("%s within 30 seconds", role).isLessThan(end);
        }
    }

    @Test
    void aServerMendsThemWhenItStarts() {
        var store = new MemoryStore();
        try (var first = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
            spoil(first.admin());
            try (var second = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
                assertMended(second.admin());
                assertThat(second.defects()).isEmpty();
            }
        }
    }

    private static void spoil(SecureServer.Client admin) {
        var roles = RBAC + "/clusterroles/";
        var bindings = RBAC + "/clusterrolebindings/";
        assertThat(admin.patch(roles + "system:basic-user", "{\"rules\":[]}").status())
                .isEqualTo(200);
        assertThat(admin.patch(roles + "system:discovery", """
                    {"metadata":{"annotations":{"rbac.authorization.kubernetes.io/autoupdate":"false"}},"rules":[]}""").status()).isEqualTo(200);
        assertThat(admin.patch(bindings + "system:basic-user", """
                    {"subjects":[{"kind":"User","name":"ann"}]}""").status()).isEqualTo(200);
        assertThat(admin.patch(bindings + "system:discovery", "{\"metadata\":{\"labels\":null}}")
                        .status())
                .isEqualTo(200);
        admin.delete(bindings + "cluster-admin");
        admin.delete(bindings + "system:monitoring");
        admin.post(RBAC + "/clusterrolebindings", Access.binding("system:monitoring", "ClusterRole", "view", "ann"));
    }

    private static void assertMended(SecureServer.Client admin) {
        assertThat(admin.get(RBAC + "/clusterroles/system:basic-user").json().path("rules"))
                .hasSize(2);
        assertThat(admin.get(RBAC + "/clusterroles/system:discovery").json().path("rules"))
                .isEmpty();
        assertThat(admin.get(RBAC + "/clusterrolebindings/system:basic-user")
                        .json()
                        .path("subjects")
                        .findValuesAsText("name"))
                .containsExactly("ann", "system:authenticated");
        assertThat(admin.get(RBAC + "/clusterrolebindings/system:discovery")
                        .json()
                        .at("/metadata/labels/kubernetes.io~1bootstrapping")
                        .asText())
                .isEqualTo("rbac-defaults");
        assertThat(admin.get(RBAC + "/clusterrolebindings/cluster-admin").status())
                .isEqualTo(200);
        assertThat(admin.get(RBAC + "/clusterrolebindings/system:monitoring")
                        .json()
                        .at("/roleRef/name")
                        .asText())
                .isEqualTo("system:monitoring");
    }
}
