package dev.plimsoll.security;

import static dev.plimsoll.security.Access.RBAC;
import static dev.plimsoll.security.Access.binding;
import static dev.plimsoll.security.Access.role;
import static dev.plimsoll.security.Access.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.security.SecureServer.Answer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may do what in their own namespace and elsewhere, and that no way of writing a role gives more than its writer has. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RbacMatrixTest {
    private static final String NOT_HELD = "is attempting to grant RBAC permissions not currently held:\n";
    private static final String ROLES = RBAC + "/namespaces/mine/roles";
    private static final String CLUSTER_ROLES = RBAC + "/clusterroles";

    private final SecureServer server = new SecureServer();
    private final Access access = new Access(server);

    @BeforeAll
    void start() {
        for (var name : List.of("mine", "other")) {
            access.namespace(name);
            for (var kind : List.of("configmaps", "secrets"))
                access.made("/api/v1/namespaces/" + name + "/" + kind, "{\"metadata\":{\"name\":\"x\"}}");
            access.made(RBAC + "/namespaces/" + name + "/roles", role("x"));
        }
        for (var name : List.of("view", "edit", "admin")) access.bindIn("mine", name, name);
        var writes = "get,create,update,patch,delete";
        access.grant(
                "writer",
                rule("rbac.authorization.k8s.io", "roles,clusterroles,rolebindings,clusterrolebindings", writes),
                rule("", "pods", "get"));
        access.grant(
                "escalator",
                rule("rbac.authorization.k8s.io", "roles,clusterroles", writes),
                rule("rbac.authorization.k8s.io", "clusterroles", "escalate"));
        access.grant(
                "named-escalator",
                rule("rbac.authorization.k8s.io", "roles,clusterroles", writes),
                rule("rbac.authorization.k8s.io", "clusterroles", "escalate", "named"));
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /** A user, and which verbs they have on a resource of their own namespace. */
    record Grants(String user, String resource, String verbs) {}

    static Stream<Grants> grants() {
        var reads = "get,list";
        var all = "get,list,create,update,patch,delete,deletecollection";
        return Stream.of(
                new Grants("nobody", "configmaps", ""),
                new Grants("nobody", "secrets", ""),
                new Grants("nobody", "roles", ""),
                new Grants("view", "configmaps", reads),
                new Grants("view", "secrets", ""),
                new Grants("view", "roles", ""),
                new Grants("view", "rolebindings", ""),
                new Grants("edit", "configmaps", all),
                new Grants("edit", "secrets", all),
                new Grants("edit", "roles", ""),
                new Grants("edit", "rolebindings", ""),
                new Grants("edit", "resourcequotas", reads),
                new Grants("admin", "configmaps", all),
                new Grants("admin", "secrets", all),
                new Grants("admin", "roles", all),
                new Grants("admin", "rolebindings", all),
                new Grants("admin", "resourcequotas", reads));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("grants")
    void rolesOfANamespaceEndAtItsBorder(Grants row) {
        var group = row.resource().startsWith("role") ? RBAC : "/api/v1";
        for (var verb : List.of("get", "list", "create", "update", "patch", "delete", "deletecollection")) {
            var expected = List.of(row.verbs().split(",", -1)).contains(verb);
            assertThat(isAllowed(row.user(), verb, group + "/namespaces/mine/" + row.resource()))
                    .as("%s %s in their own namespace", row, verb)
                    .isEqualTo(expected);
            assertThat(isAllowed(row.user(), verb, group + "/namespaces/other/" + row.resource()))
                    .as("%s %s in another namespace", row, verb)
                    .isFalse();
        }
        assertThat(isAllowed(row.user(), "list", group + "/" + row.resource())).isFalse();
    }

    /** Whether authorization lets it pass; what the server then says of the object does not matter. */
    private boolean isAllowed(String user, String verb, String path) {
        var client = server.user(user);
        var answer = switch (verb) {
            case "get" -> client.get(path + "/absent");
            case "list" -> client.get(path);
            case "create" -> client.post(path, "{}");
            case "update" -> client.put(path + "/absent", "{\"metadata\":{\"name\":\"wrong\"}}");
            case "patch" -> client.patch(path + "/absent", "{}");
            case "delete" -> client.delete(path + "/absent");
            default -> client.delete(path + "?labelSelector=nobody%3Dhas");
        };
        if (answer.status() == 403) assertThat(answer.message()).contains("User \"" + user + "\" cannot " + verb);
        return answer.status() != 403;
    }

    /** Ways to write an object. */
    enum Way {
        PUT,
        MERGE_PATCH,
        STRATEGIC_PATCH,
        JSON_PATCH,
        APPLY
    }

    /** Changes one field of a stored object by any way. */
    private Answer change(String user, Way way, String path, String pointer, String value) {
        var client = server.user(user);
        return switch (way) {
            case PUT -> client.put(path, edited(path, pointer, value));
            case MERGE_PATCH -> client.patch(path, nested(pointer, value));
            case STRATEGIC_PATCH ->
                client.with(Map.of("Content-Type", "application/strategic-merge-patch+json"))
                        .patch(path, nested(pointer, value));
            case JSON_PATCH ->
                client.with(Map.of("Content-Type", "application/json-patch+json"))
                        .patch(path, "[{\"op\":\"add\",\"path\":\"" + pointer + "\",\"value\":" + value + "}]");
            case APPLY -> {
                var kind = path.contains("/clusterroles/") ? "ClusterRole" : "Role";
                var body = nested(pointer, value)
                        .replaceFirst(
                                "\\{", "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"" + kind + "\",");
                yield client.with(Map.of("Content-Type", "application/apply-patch+yaml"))
                        .patch(path + "?fieldManager=" + user + "&force=true", body);
            }
        };
    }

    private String edited(String path, String pointer, String value) {
        var object = (ObjectNode) server.admin().get(path).json();
        var slash = pointer.lastIndexOf('/');
        var parent = slash == 0 ? object : object.withObject(pointer.substring(0, slash));
        parent.putRawValue(pointer.substring(slash + 1), new com.fasterxml.jackson.databind.util.RawValue(value));
        return object.toString();
    }

    private static String nested(String pointer, String value) {
        var words = pointer.substring(1).split("/", -1);
        var text = value;
        for (var i = words.length - 1; i >= 0; i--) text = "{\"" + words[i] + "\":" + text + "}";
        return text;
    }

    /** A change of a role, and what the writer, who has nothing but {@code get pods}, is told. */
    record Change(String sentence, String rules, String pointer, String value, int status, String message) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static final String HELD = rule("", "pods", "get");
    private static final String SECRETS = rule("", "secrets", "get,list");

    static Stream<Change> changes() {
        var labels = "{\"a\":\"b\"}";
        var finalizers = "[\"example.com/x\"]";
        var owners = "[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"o\",\"uid\":\"1\"}]";
        var selectors = "[{\"matchLabels\":{\"a\":\"b\"}}]";
        var aggregate = "{\"rbac.authorization.k8s.io/aggregate-to-view\":\"true\"}";
        return Stream.of(
                new Change("labels of a role that is held", HELD, "/metadata/labels", labels, 200, ""),
                new Change("labels of a role that is not held", SECRETS, "/metadata/labels", labels, 403, NOT_HELD),
                new Change("an aggregation label", SECRETS, "/metadata/labels", aggregate, 403, NOT_HELD),
                new Change("annotations", SECRETS, "/metadata/annotations", labels, 403, NOT_HELD),
                new Change("finalizers", SECRETS, "/metadata/finalizers", finalizers, 200, ""),
                new Change("owners", SECRETS, "/metadata/ownerReferences", owners, 200, ""),
                new Change("the same rules", SECRETS, "/rules", "[" + SECRETS + "]", 200, ""),
                new Change("rules that are held", HELD, "/rules", "[" + HELD + "," + HELD + "]", 200, ""),
                new Change("rules that are not held", HELD, "/rules", "[" + SECRETS + "]", 403, NOT_HELD),
                new Change("fewer rules that are not held", SECRETS, "/rules", "[" + HELD + "]", 200, ""),
                new Change(
                        "an aggregation rule",
                        HELD,
                        "/aggregationRule",
                        "{\"clusterRoleSelectors\":" + selectors + "}",
                        403,
                        "must have cluster-admin privileges to use the aggregationRule"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void everyWriteOfARoleIsChecked(Change change) {
        var collections =
                change.pointer().startsWith("/aggregation") ? List.of(CLUSTER_ROLES) : List.of(ROLES, CLUSTER_ROLES);
        for (var collection : collections) {
            for (var way : Way.values()) {
                if (way == Way.APPLY && change.pointer().equals("/rules") && change.status() == 200) continue;
                access.made(collection, role("subject", change.rules()));
                var path = collection + "/subject";
                var before = server.admin().get(path).json();
                var answer = change("writer", way, path, change.pointer(), change.value());
                assertThat(answer.status())
                        .as("%s %s: %s", way, path, answer.text())
                        .isEqualTo(change.status());
                assertThat(answer.message()).contains(change.message());
                if (change.status() != 200)
                    assertThat(server.admin().get(path).json()).isEqualTo(before);
                server.admin().patch(path, "{\"metadata\":{\"finalizers\":null}}");
                assertThat(server.admin().delete(path).status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aNewRoleIsCheckedHoweverItIsMade() {
        for (var collection : List.of(ROLES, CLUSTER_ROLES)) {
            var kind = collection.equals(ROLES) ? "Role" : "ClusterRole";
            var typed = "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"" + kind + "\",";
            for (var rules : List.of(HELD, SECRETS)) {
                var expected = rules.equals(HELD) ? 201 : 403;
                var body = role("made", rules);
                var writer = server.user("writer");
                var apply = writer.with(Map.of("Content-Type", "application/apply-patch+yaml"));
                var answers = List.of(
                        writer.post(collection, body),
                        writer.post(collection, body.replace("\"name\"", "\"generateName\"")),
                        writer.put(collection + "/put", body.replace("made", "put")),
                        apply.patch(
                                collection + "/applied?fieldManager=w",
                                body.replace("made", "applied").replaceFirst("\\{", typed)));
                assertThat(answers).extracting(Answer::status).containsOnly(expected);
                for (var name : List.of("made", "put", "applied"))
                    server.admin().delete(collection + "/" + name);
            }
        }
    }

    @Test
    void whatIsMissingIsListedOncePerResourceInOrder() {
        var answer = server.user("writer")
                .post(
                        ROLES,
                        role(
                                "more",
                                rule("apps", "deployments", "get,list"),
                                rule("", "pods,pods/log", "get"),
                                rule("apps", "deployments", "watch,get"),
                                rule("", "secrets", "get", "a,b")));
        assertThat(answer.message())
                .isEqualTo("roles.rbac.authorization.k8s.io \"more\" is forbidden: user \"writer\" "
                        + "(groups=[\"system:authenticated\"]) " + NOT_HELD
                        + "{APIGroups:[\"\"], Resources:[\"pods/log\"], Verbs:[\"get\"]}\n"
                        + "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"a\"], Verbs:[\"get\"]}\n"
                        + "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"b\"], Verbs:[\"get\"]}\n"
                        + "{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"get\" \"list\" \"watch\"]}");
    }

    @Test
    void aBindingWithoutItsRoleIsToldBesides() {
        access.made(RBAC + "/namespaces/other/rolebindings", binding("lost", "ClusterRole", "lost", "writer"));
        assertThat(server.user("writer")
                        .post(RBAC + "/namespaces/other/roles", role("more", SECRETS))
                        .message())
                .endsWith("; resolution errors: [clusterrole.rbac.authorization.k8s.io \"lost\" not found]");
        assertThat(server.user("writer").get("/api/v1/namespaces/other/secrets").message())
                .endsWith("in the namespace \"other\": RBAC: clusterrole.rbac.authorization.k8s.io \"lost\" not found");
    }

    @Test
    void whoMayEscalateGivesWhatTheyDoNotHave() {
        var anything = role("named", rule("*", "*", "*"));
        assertThat(server.user("escalator").post(CLUSTER_ROLES, anything).status())
                .isEqualTo(201);
        server.admin().delete(CLUSTER_ROLES + "/named");
        assertThat(server.user("escalator").post(ROLES, anything).status()).isEqualTo(403);
        var byName = server.user("named-escalator");
        assertThat(byName.post(CLUSTER_ROLES, anything).status()).isEqualTo(403);
        assertThat(byName.put(CLUSTER_ROLES + "/other", anything.replace("named", "other"))
                        .status())
                .isEqualTo(403);
        assertThat(byName.put(CLUSTER_ROLES + "/named", anything).status()).isEqualTo(201);
        server.admin().delete(CLUSTER_ROLES + "/named");
    }

    @Test
    void anAggregationRuleWantsFullAuthority() {
        access.grant("owner", rule("*", "*", "*"), "{\"nonResourceURLs\":[\"*\"],\"verbs\":[\"*\"]}");
        access.grant("resources-only", rule("*", "*", "*"));
        var body = """
                {"metadata":{"name":"sum"},"aggregationRule":{"clusterRoleSelectors":[{"matchLabels":{"sum":"true"}}]}}""";
        assertThat(server.user("resources-only").post(CLUSTER_ROLES, body).status())
                .isEqualTo(201); // who may do everything to roles may escalate
        server.admin().delete(CLUSTER_ROLES + "/sum");
        assertThat(server.user("writer").post(CLUSTER_ROLES, body).message())
                .endsWith("must have cluster-admin privileges to use the aggregationRule");
        assertThat(server.user("owner").post(CLUSTER_ROLES, body).status()).isEqualTo(201);
        for (var way : Way.values()) {
            var pointer = way == Way.APPLY ? "/metadata/labels" : "/aggregationRule";
            var value = way == Way.APPLY ? "{\"a\":\"b\"}" : "null";
            assertThat(change("writer", way, CLUSTER_ROLES + "/sum", pointer, value)
                            .message())
                    .as("the old one counts too: %s", way)
                    .endsWith("must have cluster-admin privileges to use the aggregationRule");
        }
        assertThat(server.admin().delete(CLUSTER_ROLES + "/sum").status()).isEqualTo(200);
    }
}
