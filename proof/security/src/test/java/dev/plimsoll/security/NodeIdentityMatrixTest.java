package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.security.SecureServer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node against every kind, verb and part, of its own objects and of others': what the table does not name is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
// Acceptance of KEP-1287: not-by-users
class NodeIdentityMatrixTest {
    private static final String NAMESPACE = "/api/v1/namespaces/default/";

    /** Verb, resource and whose object it is; what a node may do, and nothing else. */
    private static final Set<String> ALLOWED = Set.of(
            "get pods own",
            "delete pods own",
            "update pods/status own",
            "patch pods/status own",
            "create pods/eviction own",
            "get nodes own",
            "create nodes own",
            "update nodes own",
            "patch nodes own",
            "update nodes/status own",
            "patch nodes/status own",
            "get secrets own",
            "get configmaps own",
            "get serviceaccounts own",
            "get persistentvolumeclaims own",
            "update persistentvolumeclaims/status own",
            "patch persistentvolumeclaims/status own",
            "get leases.coordination.k8s.io own",
            "create leases.coordination.k8s.io own",
            "update leases.coordination.k8s.io own",
            "patch leases.coordination.k8s.io own",
            "delete leases.coordination.k8s.io own",
            "get nodes.metrics.k8s.io own",
            "create nodes.metrics.k8s.io own",
            "update nodes.metrics.k8s.io own",
            "patch nodes.metrics.k8s.io own",
            "delete nodes.metrics.k8s.io own",
            "get pods.metrics.k8s.io own",
            "create pods.metrics.k8s.io own",
            "update pods.metrics.k8s.io own",
            "patch pods.metrics.k8s.io own",
            "delete pods.metrics.k8s.io own");

    /** The same, whoever's object it is. */
    private static final Set<String> ALLOWED_TO_ALL = Set.of(
            "get services",
            "list services",
            "get runtimeclasses.node.k8s.io",
            "list runtimeclasses.node.k8s.io",
            "get endpoints",
            "get csidrivers.storage.k8s.io",
            "list csidrivers.storage.k8s.io",
            "get clustertrustbundles.certificates.k8s.io",
            "list clustertrustbundles.certificates.k8s.io",
            "get certificatesigningrequests.certificates.k8s.io",
            "list certificatesigningrequests.certificates.k8s.io",
            "create certificatesigningrequests.certificates.k8s.io",
            "create events",
            "update events",
            "patch events",
            "create events.events.k8s.io",
            "update events.events.k8s.io",
            "patch events.events.k8s.io",
            "create tokenreviews.authentication.k8s.io",
            "create selfsubjectreviews.authentication.k8s.io",
            "create subjectaccessreviews.authorization.k8s.io",
            "create localsubjectaccessreviews.authorization.k8s.io",
            "create selfsubjectaccessreviews.authorization.k8s.io",
            "create selfsubjectrulesreviews.authorization.k8s.io");

    /** Objects of the node and of another, by the resource. */
    private static final Map<String, List<String>> NAMES = Map.of(
            "pods", List.of("mine", "theirs"),
            "nodes", List.of("n1", "n2"),
            "secrets", List.of("used", "other"),
            "configmaps", List.of("used", "other"),
            "serviceaccounts", List.of("worker", "boss"),
            "persistentvolumeclaims", List.of("used", "other"),
            "leases.coordination.k8s.io", List.of("n1", "n2"),
            "nodes.metrics.k8s.io", List.of("n1", "n2"),
            "pods.metrics.k8s.io", List.of("mine", "theirs"));

    private final SecureServer server = new SecureServer();
    private final SecureServer.Client admin = server.admin();
    private final SecureServer.Client node = server.node("n1");

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @BeforeAll
    void objects() {
        for (var i = 0; i < 2; i++) {
            var name = List.of("used", "other").get(i);
            var account = List.of("worker", "boss").get(i);
            var host = List.of("n1", "n2").get(i);
            var pod = List.of("mine", "theirs").get(i);
            made(NAMESPACE + "secrets", "{\"metadata\":{\"name\":\"" + name + "\"}}");
            made(NAMESPACE + "configmaps", "{\"metadata\":{\"name\":\"" + name + "\"}}");
            made(NAMESPACE + "serviceaccounts", "{\"metadata\":{\"name\":\"" + account + "\"}}");
            made(NAMESPACE + "persistentvolumeclaims", """
                    {"metadata":{"name":"%s"},"spec":{"accessModes":["ReadWriteOnce"],
                     "resources":{"requests":{"storage":"1Gi"}}}}""".formatted(name));
            made("/api/v1/nodes", "{\"metadata\":{\"name\":\"" + host + "\"}}");
            made(
                    "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases",
                    "{\"metadata\":{\"name\":\"" + host + "\"}}");
            made(NAMESPACE + "pods", """
                    {"metadata":{"name":"%s"},"spec":{"nodeName":"%s","serviceAccountName":"%s",
                     "containers":[{"name":"c","image":"i","envFrom":[{"configMapRef":{"name":"%s"}}]}],
                     "volumes":[{"name":"s","secret":{"secretName":"%s"}},
                                {"name":"p","persistentVolumeClaim":{"claimName":"%s"}}]}}""".formatted(pod, host, account, name, name, name));
            made("/apis/metrics.k8s.io/v1beta1/nodes", "{\"metadata\":{\"name\":\"" + host + "\"}}");
            made("/apis/metrics.k8s.io/v1beta1/namespaces/default/pods", "{\"metadata\":{\"name\":\"" + pod + "\"}}");
        }
        made(NAMESPACE + "pods", """
                {"metadata":{"name":"mirror","annotations":{"kubernetes.io/config.mirror":"x"}},
                 "spec":{"nodeName":"n1","containers":[{"name":"c","image":"i"}],
                 "volumes":[{"name":"s","configMap":{"name":"of-mirror"}}]}}""");
        made(NAMESPACE + "configmaps", "{\"metadata\":{\"name\":\"of-mirror\"}}");
    }

    private void made(String path, String body) {
        var answer = admin.post(path, body);
        assertThat(answer.status()).as(path + answer.text()).isEqualTo(201);
    }

    static Stream<Kind> kinds() {
        return Kinds.bundled().own().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void whatTheTableDoesNotNameIsRefused(Kind kind) {
        var wrong = new ArrayList<String>();
        for (var whose : List.of("own", "other")) {
            for (var verb : Verb.values()) {
                if (kind.verbs().contains(verb)) check(kind, "", verb, whose, wrong);
            }
            for (var part : kind.subresources()) {
                for (var verb : part.verbs()) check(kind, part.name(), verb, whose, wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private void check(Kind kind, String part, Verb verb, String whose, List<String> wrong) {
        var resource = part.isEmpty() ? kind.qualifiedPlural() : kind.plural() + "/" + part;
        var row = verb.word() + " " + resource;
        // A watch that is allowed would go on; those are looked at below.
        if (verb == Verb.WATCH && ALLOWED_TO_ALL.contains("list " + resource)) return;
        var allowed = ALLOWED.contains(row + " " + whose) || ALLOWED_TO_ALL.contains(row);
        var answer = asked(kind, part, verb, whose);
        if (allowed == (answer.status() == 403) || answer.status() >= 500 || answer.status() == 401)
            wrong.add(row + " " + whose + ": " + answer.status() + " " + answer.message());
    }

    private Answer asked(Kind kind, String part, Verb verb, String whose) {
        var names = NAMES.getOrDefault(kind.qualifiedPlural(), List.of("own", "other"));
        var name = names.get(whose.equals("own") ? 0 : 1);
        var namespace = kind.is("coordination.k8s.io", "Lease") ? "kube-node-lease" : "default";
        var collection = (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion()
                + (kind.namespaced() ? "/namespaces/" + namespace : "") + "/" + kind.plural();
        var path = collection + "/" + name + (part.isEmpty() ? "" : "/" + part);
        var dry = "?dryRun=All";
        return switch (verb) {
            case GET -> node.get(path);
            case LIST -> node.get(collection);
            case WATCH -> node.get(collection + "?watch=1&timeoutSeconds=1");
            case CREATE -> node.post((part.isEmpty() ? collection : path) + dry, body(kind, part, name));
            case UPDATE -> node.put(path + dry, stored(path, name));
            case PATCH ->
                node.patch(path + dry, part.isEmpty() ? "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}" : "{}");
            case DELETE -> node.delete(path + dry);
            case DELETE_COLLECTION -> node.delete(collection + dry);
        };
    }

    private static String body(Kind kind, String part, String name) {
        if (!part.isEmpty()) return "{}";
        if (kind.is("authentication.k8s.io", "TokenReview")) return "{\"spec\":{\"token\":\"x\"}}";
        return kind.is("", "Pod")
                ? "{\"metadata\":{\"name\":\"new\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"
                : "{\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    /** As it is: a write that changes nothing is a write too. */
    private String stored(String path, String name) {
        var answer = admin.get(path);
        return answer.status() == 200 ? answer.text() : "{\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    /** A request and the end of its refusal; no text for one that is allowed. */
    record Row(String sentence, String method, String path, String text) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row reads(String sentence, String path, String text) {
        return new Row(sentence, "GET", path, text);
    }

    static Stream<Row> reasons() {
        var unrelated = "no relationship found between node 'n1' and this object";
        var selector = "can only list/watch pods with spec.nodeName field selector";
        var inName = "?fieldSelector=metadata.name%3D";
        return Stream.of(
                reads("a node lists its own pods", "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1", ""),
                reads(
                        "also among other requirements",
                        "/api/v1/pods?fieldSelector=spec.nodeName%3D%3Dn1,status.phase%3DPending",
                        ""),
                reads("a node lists no pods of others", "/api/v1/pods?fieldSelector=spec.nodeName%3Dn2", selector),
                reads("nor all but its own", "/api/v1/pods?fieldSelector=spec.nodeName!%3Dn1", selector),
                reads(
                        "a comma that is part of a value separates nothing",
                        "/api/v1/pods?fieldSelector=metadata.namespace!%3Da%5C,spec.nodeName%5C%3Dn1",
                        selector),
                reads("a node lists one of its pods by name", NAMESPACE + "pods" + inName + "mine", ""),
                reads("but none of another", NAMESPACE + "pods" + inName + "theirs", unrelated),
                reads("a pod that is not there is nobody's", NAMESPACE + "pods/none", unrelated),
                reads(
                        "the status of another node's pod is not read",
                        NAMESPACE + "pods/theirs/status",
                        "in the namespace \"default\""),
                reads("a node lists a secret of its pod by name", NAMESPACE + "secrets" + inName + "used", ""),
                reads("but no other", NAMESPACE + "secrets" + inName + "other", unrelated),
                reads(
                        "a watch of one name in the path is of that name",
                        NAMESPACE + "secrets/other?watch=1",
                        unrelated),
                reads("a node lists no secrets", NAMESPACE + "secrets", "No Object name found"),
                reads(
                        "nor those of all namespaces",
                        "/api/v1/secrets" + inName + "used",
                        "can only read namespaced object of this type"),
                reads(
                        "a secret of the same name elsewhere is another",
                        "/api/v1/namespaces/kube-system/secrets/used",
                        unrelated),
                reads("what a mirror pod names is not read", NAMESPACE + "configmaps/of-mirror", unrelated),
                new Row(
                        "a secret is not deleted",
                        "DELETE",
                        NAMESPACE + "secrets/used",
                        "can only read resources of this type"),
                reads(
                        "accounts are not listed",
                        NAMESPACE + "serviceaccounts",
                        "can only get individual resources of this type"),
                new Row("a token is of one account", "POST", NAMESPACE + "serviceaccounts/boss/token", unrelated),
                new Row(
                        "a claim's status is not deleted",
                        "GET",
                        NAMESPACE + "persistentvolumeclaims/used/status",
                        "can only get/update/patch this type"),
                reads(
                        "nodes are not listed",
                        "/api/v1/nodes",
                        "node 'n1' cannot read all nodes, only its own Node object"),
                reads("itself is, by name", "/api/v1/nodes" + inName + "n1", ""),
                reads(
                        "another node is not read",
                        "/api/v1/nodes/n2",
                        "node 'n1' cannot read 'n2', only its own Node object"),
                reads(
                        "leases are not listed",
                        "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases",
                        "can only get, create, update, patch, or delete a node lease"),
                reads(
                        "leases elsewhere are not read",
                        "/apis/coordination.k8s.io/v1/namespaces/default/leases/n1",
                        "can only access leases in the \"kube-node-lease\" system namespace"),
                reads(
                        "another's lease is not read",
                        "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n2",
                        "can only access node lease with the same name as the requesting node"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reasons")
    void refusalsSayWhy(Row row) {
        var answer = node.call(row.method(), row.path(), row.method().equals("POST") ? "{}" : "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(row.text().isEmpty() ? 200 : 403);
        if (!row.text().isEmpty()) assertThat(answer.message()).endsWith(row.text());
    }

    static Stream<Row> writes() {
        var token = NAMESPACE + "serviceaccounts/worker/token";
        return Stream.of(
                new Row(
                        "evicts of others",
                        "POST",
                        NAMESPACE + "pods/theirs/eviction",
                        "node n1 can only evict pods with spec.nodeName set to itself"),
                new Row(
                        "deletes of others",
                        "DELETE",
                        NAMESPACE + "pods/theirs",
                        "node \"n1\" can only delete pods with spec.nodeName set to itself"),
                new Row(
                        "reports of others",
                        "PATCH",
                        NAMESPACE + "pods/theirs/status",
                        "node \"n1\" can only update pod status for pods with spec.nodeName set to itself"),
                new Row(
                        "writes another node",
                        "PATCH",
                        "/api/v1/nodes/n2",
                        "node \"n1\" is not allowed to modify node \"n2\""),
                new Row(
                        "writes another node's status",
                        "PATCH",
                        "/api/v1/nodes/n2/status",
                        "node \"n1\" is not allowed to modify node \"n2\""),
                new Row(
                        "writes another node's use",
                        "PATCH",
                        "/apis/metrics.k8s.io/v1beta1/nodes/n2",
                        "node \"n1\" is not allowed to modify metrics of node \"n2\""),
                new Row(
                        "writes the use of another node's pod",
                        "PATCH",
                        "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/theirs",
                        "node \"n1\" can only modify metrics of pods with spec.nodeName set to itself"),
                new Row("wants a token for itself", "POST", token, "node requested token not bound to a pod"));
    }

    @ParameterizedTest(name = "a node that {0} is refused")
    @MethodSource("writes")
    void writesOfOthersAreRefused(Row row) {
        var body = row.method().equals("DELETE") ? "" : "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}";
        var answer = node.call(row.method(), row.path(), body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.message()).endsWith("is forbidden: " + row.text());
    }

    @Test
    void aNodeChangesNoLabelsThroughThePodStatus() {
        var answer = node.patch(NAMESPACE + "pods/mine/status", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(answer.message()).endsWith("node \"n1\" cannot update labels through pod status");
    }

    @Test
    void aNodeMakesNoMirrorPodOfAnOrdinaryOne() {
        var path = NAMESPACE + "pods/mine/status";
        var answer = node.patch(path, "{\"metadata\":{\"annotations\":{\"kubernetes.io/config.mirror\":\"x\"}}}");
        assertThat(answer.status()).isEqualTo(422);
        var other = node.patch(
                NAMESPACE + "pods/mirror/status",
                "{\"metadata\":{\"annotations\":{\"kubernetes.io/config.mirror\":null}}}");
        assertThat(other.message()).contains("may not remove or update mirror pod annotation");
    }

    @Test
    void whoHasTheNameWithoutTheGroupIsNoNode() {
        var answer = server.user("system:node:n1").get("/api/v1/nodes/n1");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.message()).endsWith("at the cluster scope");
    }

    @Test
    void aNodeWithoutANameMayNothing() {
        var nobody = server.user("system:node:", "system:nodes");
        assertThat(nobody.get(NAMESPACE + "secrets/used").message()).endsWith("unknown node for user \"system:node:\"");
        var master = server.user("system:node:", "system:nodes", "system:masters");
        assertThat(master.patch(NAMESPACE + "pods/mine/status", "{}").message())
                .endsWith("could not determine node from user \"system:node:\"");
    }

    @Test
    void theRulesHoldForANodeWhomRolesAllowMore() {
        var master = server.user("system:node:n1", "system:nodes", "system:masters");
        assertThat(master.patch(NAMESPACE + "pods/mine", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .message())
                .endsWith("unexpected operation \"UPDATE\", node \"n1\" can only create and delete mirror pods");
        assertThat(master.patch(NAMESPACE + "pods/mine/resize", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .message())
                .endsWith("unexpected pod subresource \"resize\", only 'status' and 'eviction' are allowed");
        assertThat(master.patch(NAMESPACE + "persistentvolumeclaims/used", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .message())
                .endsWith("may only update PVC status");
        assertThat(node.patch(
                                NAMESPACE + "persistentvolumeclaims/used/status",
                                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .message())
                .contains(
                        "is not allowed to update fields other than status.quantity and status.conditions: metadata.labels");
    }
}
