package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Transport;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster as {@code plimsoll up} starts it, with all that its parts do in a day: each is somebody of its own, none may everything,
 * and none is ever refused anything, as the audit log tells.
 */
class ComponentIdentityTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TOKEN = "of-the-admin";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/work/deployments";
    private static final String PODS = "/api/v1/namespaces/work/pods";
    private static final String VPAS = "/apis/autoscaling.k8s.io/v1/namespaces/work/verticalpodautoscalers";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private static Machine machine() {
        return switch (MachineNotation.parse("1s1n16c1t,memory=64Gi")) {
            case Machine.Described.Known(var known) -> known;
            case Machine.Described.Refused(var reason) -> throw new IllegalArgumentException(reason);
        };
    }

    /** The admin's way in. */
    private record Admin(Transport transport) {
        JsonNode call(String method, String path, String body) throws IOException {
            var type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
            var reply = transport.send(new ClientRequest(
                    method, path, Map.of("content-type", type), body.getBytes(StandardCharsets.UTF_8), PATIENCE));
            return MAPPER.readTree(reply.body());
        }

        JsonNode get(String path) throws IOException {
            return call("GET", path, "");
        }

        void make(String path, String body) throws IOException {
            var made = call("POST", path, body);
            assertThat(made.path("code").asInt()).as("%s %s", path, made).isZero();
        }

        void await(String what, String path, Predicate<JsonNode> condition) throws IOException {
            var end = System.nanoTime() + PATIENCE.toNanos();
            var seen = get(path);
            while (!condition.test(seen)) {
                assertThat(System.nanoTime()).as("%s: %s", what, seen).isLessThan(end);
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                seen = get(path);
            }
        }
    }

    @Test
    void everyPartIsSomebodyOfItsOwnAndIsNeverRefused() throws IOException, InterruptedException {
        var log = folder.resolve("audit.log");
        var plan = new ClusterPlan(
                        new Storage.Memory(),
                        "127.0.0.1",
                        0,
                        TOKEN,
                        FeatureGates.DEFAULT,
                        List.of(NodeGroup.of("node", 3, machine())))
                .withAutoscalerSpeed(600)
                .withAudit(new AuditFile(log, 1L << 30, 1));
        try (var cluster = Cluster.start(plan, ClusterLog.SILENT)) {
            live(cluster, new Admin(cluster.server().transport(TOKEN)));
        }
        var events = new ArrayList<JsonNode>();
        for (var line : Files.readAllLines(log)) events.add(MAPPER.readTree(line));
        judge(events);
    }

    private static void live(Cluster cluster, Admin admin) throws IOException {
        admin.make("/api/v1/namespaces", "{\"metadata\":{\"name\":\"work\"}}");
        admin.await("an account", "/api/v1/namespaces/work/serviceaccounts/default", ComponentIdentityTest::exists);
        workloads(admin);
        admin.await("pods", PODS, pods -> running(pods) >= 9);
        resize(admin);
        autoscale(admin);
        nodes(cluster, admin);
        definitions(admin);
        admin.call("DELETE", "/api/v1/namespaces/work", "");
        admin.await(
                "the end",
                "/api/v1/namespaces/work",
                found -> found.path("code").asInt() == 404);
    }

    private static boolean exists(JsonNode object) {
        return object.path("metadata").has("uid");
    }

    private static long running(JsonNode pods) {
        var count = 0L;
        for (var pod : pods.path("items")) if (pod.at("/status/phase").asText().equals("Running")) count++;
        return count;
    }

    private static String template(String app) {
        return """
                "selector":{"matchLabels":{"app":"%1$s"}},"template":{"metadata":{"labels":{"app":"%1$s"},"annotations":{
                 "simulation.plimsoll.dev/cpu.main":"constant 300m","simulation.plimsoll.dev/memory.main":"constant 96Mi"}},
                 "spec":{"containers":[{"name":"main","image":"i","resources":{"requests":{"cpu":"100m","memory":"64Mi"}}}]}}""".formatted(app);
    }

    private static void workloads(Admin admin) throws IOException {
        admin.make(DEPLOYMENTS, "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":2," + template("web") + "}}");
        admin.make(DEPLOYMENTS, "{\"metadata\":{\"name\":\"api\"},\"spec\":{\"replicas\":2," + template("api") + "}}");
        admin.make(
                "/apis/apps/v1/namespaces/work/statefulsets",
                "{\"metadata\":{\"name\":\"db\"},\"spec\":{\"replicas\":2,\"serviceName\":\"db\"," + template("db")
                        + "}}");
        admin.make(
                "/apis/apps/v1/namespaces/work/daemonsets",
                "{\"metadata\":{\"name\":\"agent\"},\"spec\":{" + template("agent") + "}}");
        admin.make("/apis/policy/v1/namespaces/work/poddisruptionbudgets", """
                {"metadata":{"name":"web"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"web"}}}}""");
        var job = """
                {"template":{"metadata":{"annotations":{"simulation.plimsoll.dev/exit.c":"100ms 0"}},"spec":{"restartPolicy":"Never",
                 "containers":[{"name":"c","image":"i"}]}}}""";
        admin.make("/apis/batch/v1/namespaces/work/jobs", "{\"metadata\":{\"name\":\"once\"},\"spec\":" + job + "}");
        admin.make("/apis/batch/v1/namespaces/work/cronjobs", """
                {"metadata":{"name":"often"},"spec":{"schedule":"* * * * *","jobTemplate":{"spec":%s}}}""".formatted(job));
        admin.make("/api/v1/namespaces/work/pods", """
                {"metadata":{"name":"huge"},"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"999"}}}]}}""");
    }

    private static void resize(Admin admin) throws IOException {
        var name = admin.get(PODS + "?labelSelector=app%3Dapi")
                .at("/items/0/metadata/name")
                .asText();
        admin.call("PATCH", PODS + "/" + name + "/resize", """
                {"spec":{"containers":[{"name":"main","resources":{"requests":{"cpu":"200m","memory":"64Mi"}}}]}}""");
        admin.await(
                "a resize",
                PODS + "/" + name,
                pod -> pod.at("/status/containerStatuses/0/resources/requests/cpu")
                        .asText()
                        .equals("200m"));
        admin.call("DELETE", PODS + "/" + name, "");
        admin.await(
                "a new pod",
                DEPLOYMENTS + "/api",
                found -> found.at("/status/readyReplicas").asInt() == 2
                        && found.at("/status/observedGeneration").asInt()
                                == found.at("/metadata/generation").asInt());
        admin.call("PATCH", DEPLOYMENTS + "/api/scale", "{\"spec\":{\"replicas\":3}}");
        admin.await(
                "three pods",
                DEPLOYMENTS + "/api",
                found -> found.at("/status/readyReplicas").asInt() == 3);
    }

    private static void autoscale(Admin admin) throws IOException {
        for (var mode : List.of("InPlaceOrRecreate", "Recreate")) {
            var app = mode.equals("Recreate") ? "db" : "web";
            admin.make(VPAS, """
                    {"metadata":{"name":"%1$s"},"spec":{"targetRef":{"apiVersion":"apps/v1","kind":"%2$s","name":"%1$s"},
                     "updatePolicy":{"updateMode":"%3$s","minReplicas":1}}}""".formatted(app, app.equals("db") ? "StatefulSet" : "Deployment", mode));
        }
        admin.await(
                "a recommendation",
                VPAS + "/web",
                vpa -> vpa.at("/status/recommendation/containerRecommendations").has(0));
        admin.await(
                "pods with it",
                PODS + "?labelSelector=app%3Dweb",
                pods -> !pods.path("items").isEmpty()
                        && pods.path("items").valueStream().allMatch(ComponentIdentityTest::isRaised));
        admin.make("/apis/autoscaling/v2/namespaces/work/horizontalpodautoscalers", """
                {"metadata":{"name":"api"},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"api"},
                 "minReplicas":1,"maxReplicas":4,"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization",
                 "averageUtilization":80}}}]}}""");
        admin.await(
                "use that is known",
                "/apis/autoscaling/v2/namespaces/work/horizontalpodautoscalers/api",
                found -> found.at("/status/currentMetrics").has(0));
    }

    private static boolean isRaised(JsonNode pod) {
        var cpu = pod.at("/spec/containers/0/resources/requests/cpu").asText();
        return !cpu.isEmpty() && !cpu.equals("100m");
    }

    private static void nodes(Cluster cluster, Admin admin) throws IOException {
        cluster.restartNodes();
        admin.await("pods after a restart", PODS, pods -> running(pods) >= 9);
        assertThat(admin.call("POST", PODS + "/db-1/eviction", """
                {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"db-1","namespace":"work"}}""")
                        .path("status")
                        .asText())
                .isEqualTo("Success");
        admin.call("PATCH", "/api/v1/nodes/node-2", """
                {"spec":{"taints":[{"key":"away","effect":"NoExecute"}]}}""");
        admin.await(
                "an empty node",
                PODS + "?fieldSelector=spec.nodeName%3Dnode-2",
                pods -> pods.path("items").isEmpty());
    }

    private static void definitions(Admin admin) throws IOException {
        admin.make("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {"metadata":{"name":"gauges.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                 "names":{"plural":"gauges","kind":"Gauge"},"versions":[{"name":"v1","served":true,"storage":true,
                 "schema":{"openAPIV3Schema":{"type":"object"}}}]}}""");
        admin.make("/apis/example.com/v1/namespaces/work/gauges", """
                {"apiVersion":"example.com/v1","kind":"Gauge","metadata":{"name":"g"}}""");
    }

    private static void judge(List<JsonNode> events) {
        var names = new TreeSet<String>();
        var refused = new TreeSet<String>();
        var isEnding = false;
        for (var event : events) {
            var user = event.at("/user/username").asText();
            names.add(user);
            if (user.equals("kubernetes-admin")) {
                isEnding |= event.path("verb").asText().equals("delete")
                        && event.at("/objectRef/resource").asText().equals("namespaces");
                continue;
            }
            assertThat(event.at("/user/groups").toString()).as(user).doesNotContain("system:masters");
            var status = event.at("/responseStatus/code").asInt();
            // Admission refuses new objects in a namespace that ends, whoever makes them.
            var isLate = isEnding
                    && event.path("verb").asText().equals("create")
                    && event.at("/annotations/authorization.k8s.io~1decision")
                            .asText()
                            .equals("allow");
            // A pod of the same name may be on another node by now: its use and its status are told by that one.
            var verb = event.path("verb").asText();
            var isOthers = ((verb.equals("delete") || verb.equals("create"))
                            && event.at("/objectRef/apiGroup").asText().equals("metrics.k8s.io"))
                    || (verb.equals("patch")
                            && event.at("/objectRef/resource").asText().equals("pods")
                            && event.at("/objectRef/name").asText().startsWith("db-")
                            && user.startsWith("system:node:"));
            if (status == 401 || (status == 403 && !isLate && !isOthers))
                refused.add(
                        user + ": " + verb + " " + event.path("requestURI").asText() + " " + event.path("annotations"));
        }
        assertThat(refused).isEmpty();
        assertThat(names)
                .containsExactly(
                        "kubernetes-admin",
                        "system:kube-controller-manager",
                        "system:kube-scheduler",
                        "system:node:node-0",
                        "system:node:node-1",
                        "system:node:node-2",
                        "system:serviceaccount:kube-system:simulated-nodes",
                        "system:serviceaccount:kube-system:vpa-admission-controller",
                        "system:serviceaccount:kube-system:vpa-recommender",
                        "system:serviceaccount:kube-system:vpa-updater");
    }
}
