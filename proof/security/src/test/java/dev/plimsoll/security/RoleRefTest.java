package dev.plimsoll.security;

import static dev.plimsoll.security.Access.RBAC;
import static dev.plimsoll.security.Access.binding;
import static dev.plimsoll.security.Access.role;
import static dev.plimsoll.security.Access.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which role a binding may refer to, who may bind it, and that nothing else gives any right. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoleRefTest {
    private static final String BINDINGS = RBAC + "/namespaces/default/rolebindings";
    private static final String CLUSTER_BINDINGS = RBAC + "/clusterrolebindings";

    private final SecureServer server = new SecureServer();
    private final Access access = new Access(server);

    @BeforeAll
    void start() {
        var writes = "get,create,update,patch,delete";
        access.grant("writer", rule("rbac.authorization.k8s.io", "rolebindings,clusterrolebindings", writes));
        access.grant(
                "binder",
                rule("rbac.authorization.k8s.io", "rolebindings,clusterrolebindings", writes),
                rule("rbac.authorization.k8s.io", "clusterroles,roles", "bind", "lent,absent"));
        access.made(RBAC + "/clusterroles", role("lent", rule("", "secrets", "get")));
        access.made(RBAC + "/clusterroles", role("empty"));
        access.made(RBAC + "/namespaces/default/roles", role("local", rule("", "secrets", "get")));
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /** A body of a binding and what is said of it to somebody who may do everything. */
    record Invalid(String collection, String body, String message) {
        @Override
        public String toString() {
            return collection.substring(RBAC.length()) + " " + body;
        }
    }

    private static Invalid namespaced(String roleRef, String subjects, String message) {
        return new Invalid(BINDINGS, body(roleRef, subjects), message);
    }

    private static Invalid cluster(String roleRef, String subjects, String message) {
        return new Invalid(CLUSTER_BINDINGS, body(roleRef, subjects), message);
    }

    private static String body(String roleRef, String subjects) {
        return "{\"metadata\":{\"name\":\"x\"},\"roleRef\":" + roleRef + ",\"subjects\":" + subjects + "}";
    }

    static Stream<Invalid> invalid() {
        var view = "{\"kind\":\"ClusterRole\",\"name\":\"view\"}";
        var both = ": supported values: \"Role\", \"ClusterRole\"";
        return Stream.of(
                namespaced(
                        "{}",
                        "[]",
                        "[roleRef.kind: Unsupported value: \"\"" + both + ", roleRef.name: Required value]"),
                namespaced(
                        "{\"kind\":\"\",\"name\":\"cluster-admin\"}",
                        "[]",
                        "roleRef.kind: Unsupported value: \"\"" + both),
                namespaced("{\"name\":\"cluster-admin\"}", "[]", "roleRef.kind: Unsupported value: \"\"" + both),
                namespaced(
                        "{\"kind\":\"clusterrole\",\"name\":\"cluster-admin\"}",
                        "[]",
                        "roleRef.kind: Unsupported value: \"clusterrole\"" + both),
                namespaced(
                        "{\"kind\":\"Foo\",\"name\":\"cluster-admin\"}",
                        "[]",
                        "roleRef.kind: Unsupported value: \"Foo\"" + both),
                namespaced(
                        "{\"apiGroup\":\"foo\",\"kind\":\"ClusterRole\",\"name\":\"view\"}",
                        "[]",
                        "roleRef.apiGroup: Unsupported value: \"foo\": supported values: \"rbac.authorization.k8s.io\""),
                namespaced("{\"kind\":\"Role\"}", "[]", "roleRef.name: Required value"),
                namespaced(
                        "{\"kind\":\"Role\",\"name\":\"..\"}",
                        "[]",
                        "roleRef.name: Invalid value: \"..\": may not be '..'"),
                namespaced(
                        "{\"kind\":\"Role\",\"name\":\"a/b\"}",
                        "[]",
                        "roleRef.name: Invalid value: \"a/b\": may not contain '/'"),
                namespaced(
                        "{\"kind\":\"Role\",\"name\":\"a%b\"}",
                        "[]", "roleRef.name: Invalid value: \"a%b\": may not contain '%'"),
                cluster(
                        "{\"kind\":\"Role\",\"name\":\"view\"}",
                        "[]",
                        "roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\""),
                namespaced(view, "[{\"kind\":\"User\"}]", "subjects[0].name: Required value"),
                namespaced(
                        view,
                        "[{\"kind\":\"Robot\",\"name\":\"r\"}]",
                        "subjects[0].kind: Unsupported value: \"Robot\": supported values: \"ServiceAccount\", \"User\", \"Group\""),
                namespaced(
                        view,
                        "[{\"kind\":\"user\",\"name\":\"r\"}]",
                        "subjects[0].kind: Unsupported value: \"user\": supported values: \"ServiceAccount\", \"User\", \"Group\""),
                namespaced(
                        view,
                        "[{\"kind\":\"Group\",\"apiGroup\":\"foo\",\"name\":\"g\"}]",
                        "subjects[0].apiGroup: Unsupported value: \"foo\": supported values: \"rbac.authorization.k8s.io\""),
                namespaced(
                        view,
                        "[{\"kind\":\"ServiceAccount\",\"apiGroup\":\"foo\",\"name\":\"s\"}]",
                        "subjects[0].apiGroup: Unsupported value: \"foo\": supported values: \"\""),
                cluster(
                        view,
                        "[{\"kind\":\"ServiceAccount\",\"name\":\"s\"}]",
                        "subjects[0].namespace: Required value"),
                new Invalid(
                        RBAC + "/namespaces/default/roles",
                        role("x", "{}"),
                        "[rules[0].apiGroups: Required value: resource "
                                + "rules must supply at least one api group, rules[0].resources: Required value: resource rules must "
                                + "supply at least one resource, rules[0].verbs: Required value]"),
                new Invalid(
                        RBAC + "/namespaces/default/roles",
                        role("x", "{\"nonResourceURLs\":[\"/a\"],\"verbs\":[\"get\"]}"),
                        "rules[0].nonResourceURLs: Invalid value: [\"/a\"]: namespaced rules cannot apply to non-resource URLs"),
                new Invalid(
                        RBAC + "/clusterroles",
                        role("x", "{\"nonResourceURLs\":[\"/a\"],\"resources\":[\"pods\"],\"verbs\":[\"get\"]}"),
                        "rules[0].nonResourceURLs: Invalid value: [\"/a\"]: rules cannot apply to both regular resources and "
                                + "non-resource URLs"),
                new Invalid(
                        RBAC + "/clusterroles",
                        "{\"metadata\":{\"name\":\"x\"},\"aggregationRule\":{}}",
                        "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if "
                                + "aggregationRule is non-nil"),
                new Invalid(
                        RBAC + "/clusterroles",
                        "{\"metadata\":{\"name\":\"x\"},\"aggregationRule\":{\"clusterRoleSelectors\":[{\"matchExpressions\":"
                                + "[{\"key\":\"a\",\"operator\":\"Is\"}]}]}}",
                        "[aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: \"Is\": not a "
                                + "valid selector operator, aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid "
                                + "label selector.]"),
                new Invalid(
                        RBAC + "/clusterroles",
                        role("a%b"),
                        "metadata.name: Invalid value: \"a%b\": may not contain '%'"),
                new Invalid(
                        RBAC + "/clusterroles",
                        role("a\\u0000b"),
                        "metadata.name: Invalid value: \"a\\x00b\": may not contain control characters"),
                new Invalid(
                        RBAC + "/clusterroles", role(".."), "metadata.name: Invalid value: \"..\": may not be '..'"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalid")
    void isRefused(Invalid row) {
        var answer = server.admin().post(row.collection(), row.body());
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.message()).endsWith(" is invalid: " + row.message());
    }

    @Test
    void namesOfRolesMayHaveColonsAndCapitals() {
        access.made(RBAC + "/clusterroles", role("system:Foo"));
        access.made(BINDINGS, body("{\"kind\":\"ClusterRole\",\"name\":\"system:Foo\"}", "[]"));
        assertThat(server.admin()
                        .get(BINDINGS + "/x")
                        .json()
                        .at("/roleRef/apiGroup")
                        .asText())
                .isEqualTo("rbac.authorization.k8s.io");
        server.admin().delete(BINDINGS + "/x");
    }

    @Test
    void theRoleOfABindingIsForEver() {
        access.made(BINDINGS, binding("fixed", "ClusterRole", "empty", "u"));
        for (var other : List.of(
                "{\"roleRef\":{\"name\":\"lent\"}}",
                "{\"roleRef\":{\"kind\":\"Role\"}}",
                "{\"roleRef\":{\"kind\":\"Role\",\"name\":\"local\"}}")) {
            var answer = server.admin().patch(BINDINGS + "/fixed", other);
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
            assertThat(answer.message()).endsWith("field is immutable");
        }
    }

    /** What somebody without any right but to write bindings is told, and somebody who may bind it. */
    record Bound(String kind, String name, int writer, int binder, String message) {}

    static Stream<Bound> bound() {
        return Stream.of(
                new Bound("ClusterRole", "empty", 201, 201, ""),
                new Bound(
                        "ClusterRole", "lent", 403, 201, "is attempting to grant RBAC permissions not currently held"),
                new Bound("ClusterRole", "cluster-admin", 403, 403, "not currently held"),
                new Bound(
                        "ClusterRole",
                        "absent",
                        404,
                        201,
                        "clusterroles.rbac.authorization.k8s.io \"absent\" not found"),
                new Bound("Role", "absent", 404, 201, "roles.rbac.authorization.k8s.io \"absent\" not found"),
                new Bound("Role", "missing", 404, 404, "roles.rbac.authorization.k8s.io \"missing\" not found"),
                new Bound("Role", "local", 403, 403, "not currently held"),
                new Bound("Foo", "cluster-admin", 400, 400, "unsupported role reference kind: \"Foo\""),
                new Bound("clusterrole", "lent", 400, 400, "unsupported role reference kind: \"clusterrole\""),
                new Bound("", "lent", 400, 400, "unsupported role reference kind: \"\""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bound")
    void whoBindsARoleHasItsRulesOrTheRightToBindIt(Bound row) {
        var body = binding("bound", row.kind(), row.name(), "somebody");
        for (var collection : List.of(BINDINGS, CLUSTER_BINDINGS)) {
            // The rules of a Role are of its namespace.
            if (collection.equals(CLUSTER_BINDINGS) && row.kind().equals("Role")) continue;
            var writer = server.user("writer").post(collection, body);
            assertThat(writer.status()).as(writer.text()).isEqualTo(row.writer());
            assertThat(writer.message()).contains(row.message());
            server.admin().delete(collection + "/bound");
            assertThat(server.user("binder").post(collection, body).status()).isEqualTo(row.binder());
            server.admin().delete(collection + "/bound");
            assertThat(server.user("writer").put(collection + "/bound", body).status())
                    .isEqualTo(row.writer());
            server.admin().delete(collection + "/bound");
        }
    }

    @Test
    void subjectsOfABindingThatIsNotHeldCannotBeChanged() {
        access.made(CLUSTER_BINDINGS, binding("theirs", "ClusterRole", "cluster-admin", "them"));
        var writer = server.user("writer");
        var path = CLUSTER_BINDINGS + "/theirs";
        assertThat(writer.patch(path, "{\"subjects\":[{\"kind\":\"User\",\"name\":\"writer\"}]}")
                        .status())
                .isEqualTo(403);
        assertThat(writer.patch(path, "{\"subjects\":null}").status()).isEqualTo(403);
        assertThat(writer.patch(path, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .status())
                .isEqualTo(403);
        assertThat(writer.patch(path, "{\"metadata\":{\"finalizers\":[\"a/b\"]}}")
                        .status())
                .isEqualTo(200);
        assertThat(writer.patch(path, "{}").status()).isEqualTo(200);
    }

    static Stream<String> unsound() {
        return Stream.of(
                "\"roleRef\":{\"kind\":\"\",\"name\":\"cluster-admin\"}",
                "\"roleRef\":{\"name\":\"cluster-admin\"}",
                "\"roleRef\":{\"kind\":\"clusterrole\",\"name\":\"cluster-admin\"}",
                "\"roleRef\":{\"kind\":\"Foo\",\"name\":\"cluster-admin\"}",
                "\"roleRef\":{\"kind\":\"Role\",\"name\":\"cluster-admin\"}",
                "\"roleRef\":{\"apiGroup\":\"foo\",\"kind\":\"ClusterRole\",\"name\":\"cluster-admin\"}",
                "\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"absent\"}");
    }

    /** As a store may have them from a server that did not check. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("unsound")
    void aBindingThatIsStoredAndUnsoundGivesNothing(String roleRef) {
        var store = new MemoryStore();
        var subjects = """
                "subjects":[{"kind":"User","name":"ann"},{"kind":"Robot","name":"ann"},{"kind":"user","name":"ann"}]""";
        for (var key : List.of("clusterrolebindings/old", "rolebindings/default/old")) {
            var namespace = key.startsWith("role") ? ",\"namespace\":\"default\"" : "";
            store.create(
                    "/registry/rbac.authorization.k8s.io/" + key,
                    ("{\"metadata\":{\"name\":\"old\"" + namespace + "}," + roleRef + "," + subjects + "}")
                            .getBytes(StandardCharsets.UTF_8));
        }
        try (var old = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
            assertThat(old.user("ann").get("/api/v1/secrets").status()).isEqualTo(403);
            assertThat(old.user("ann").get("/api/v1/namespaces/default/secrets").status())
                    .isEqualTo(403);
            assertThat(old.user("ann").get("/metrics").status()).isEqualTo(403);
            assertThat(old.defects()).isEmpty();
        }
    }

    @Test
    void onlySubjectsOfAKnownKindAreAnybody() {
        var store = new MemoryStore();
        store.create(
                "/registry/rbac.authorization.k8s.io/clusterrolebindings/old", """
                {"metadata":{"name":"old"},"roleRef":{"kind":"ClusterRole","name":"cluster-admin"},
                 "subjects":[{"kind":"Robot","name":"ann"},{"kind":"","name":"ann"},{"name":"ann"},{"kind":"user","name":"ann"},
                 {"kind":"User","apiGroup":"foo","name":"ann"},{"kind":"ServiceAccount","name":"ann"}]}""".getBytes(StandardCharsets.UTF_8));
        try (var old = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
            assertThat(old.user("ann").get("/api/v1/secrets").status()).isEqualTo(403);
            assertThat(old.user("system:serviceaccount::ann")
                            .get("/api/v1/secrets")
                            .status())
                    .isEqualTo(403);
        }
    }
}
