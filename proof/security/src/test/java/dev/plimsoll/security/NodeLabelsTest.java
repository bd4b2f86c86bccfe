package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a node may write of itself, by whichever way it tries. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeLabelsTest {
    private static final String SELF = "/api/v1/nodes/n1";

    private final SecureServer server = new SecureServer();
    private final SecureServer.Client admin = server.admin();
    private final SecureServer.Client node = server.node("n1");

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @BeforeAll
    void self() {
        var made = admin.post("/api/v1/nodes", """
                {"metadata":{"name":"n1","labels":{"node-role.kubernetes.io/trusted":"yes","mine":"1"}},
                 "spec":{"unschedulable":true,"taints":[{"key":"a","effect":"NoSchedule"}]}}""");
        assertThat(made.status()).isEqualTo(201);
    }

    static Stream<Arguments> labels() {
        var rows = new ArrayList<Arguments>();
        for (var free : List.of(
                "anything",
                "example.com/anything",
                "notkubernetes.io/x",
                "kubernetes.io.example.com/x",
                "kubernetes.io/hostname",
                "kubernetes.io/os",
                "kubernetes.io/arch",
                "beta.kubernetes.io/os",
                "beta.kubernetes.io/arch",
                "beta.kubernetes.io/instance-type",
                "node.kubernetes.io/instance-type",
                "topology.kubernetes.io/zone",
                "topology.kubernetes.io/region",
                "failure-domain.beta.kubernetes.io/zone",
                "failure-domain.beta.kubernetes.io/region",
                "kubelet.kubernetes.io/x",
                "some.kubelet.kubernetes.io/x",
                "node.kubernetes.io/x",
                "some.node.kubernetes.io/x")) rows.add(Arguments.of(free, true));
        for (var refused : List.of(
                "node-restriction.kubernetes.io/x",
                "some.node-restriction.kubernetes.io/x",
                "node-role.kubernetes.io/control-plane",
                "kubernetes.io/x",
                "k8s.io/x",
                "some.k8s.io/x",
                "topology.kubernetes.io/rack",
                "beta.kubernetes.io/x",
                "xnode.kubernetes.io/x",
                "node-restriction.kubernetes.io.kubernetes.io/x")) rows.add(Arguments.of(refused, false));
        return rows.stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("labels")
    void aNodeLabelsItself(String label, boolean free) {
        var labels = "{\"metadata\":{\"labels\":{\"" + label + "\":\"x\"}}}";
        var stored = admin.get(SELF).json().deepCopy();
        ((com.fasterxml.jackson.databind.node.ObjectNode)
                        stored.path("metadata").path("labels"))
                .put(label, "x");
        var json = java.util.Map.of("Content-Type", "application/json-patch+json");
        var strategic = java.util.Map.of("Content-Type", "application/strategic-merge-patch+json");
        var apply = java.util.Map.of("Content-Type", "application/apply-patch+yaml");
        var pointer = label.replace("/", "~1");
        var operation = "[{\"op\":\"add\",\"path\":\"/metadata/labels/" + pointer + "\",\"value\":\"x\"}]";
        var answers = List.of(
                node.patch(SELF + "?dryRun=All", labels),
                node.patch(SELF + "/status?dryRun=All", labels),
                node.with(json).patch(SELF + "?dryRun=All", operation),
                node.with(strategic).patch(SELF + "/status?dryRun=All", labels),
                node.with(apply)
                        .patch(
                                SELF + "?dryRun=All&fieldManager=node",
                                "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\",\"labels\":{\""
                                        + label + "\":\"x\"}}}"),
                node.put(SELF + "?dryRun=All", stored.toString()),
                node.put(SELF + "/status?dryRun=All", stored.toString()));
        for (var answer : answers) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(free ? 200 : 403);
            if (!free) assertThat(answer.message()).endsWith("is forbidden: is not allowed to modify labels: " + label);
        }
        var other = server.node("fresh")
                .post(
                        "/api/v1/nodes?dryRun=All",
                        "{\"metadata\":{\"name\":\"fresh\",\"labels\":{\"" + label + "\":\"x\"}}}");
        assertThat(other.status()).as(other.text()).isEqualTo(free ? 201 : 403);
        if (!free)
            assertThat(other.message()).endsWith("node \"fresh\" is not allowed to set the following labels: " + label);
    }

    @Test
    void severalLabelsAreNamedInOrder() {
        var answer =
                node.patch(SELF, "{\"metadata\":{\"labels\":{\"k8s.io/b\":\"x\",\"k8s.io/a\":\"x\",\"mine\":\"2\"}}}");
        assertThat(answer.message()).endsWith("is not allowed to modify labels: k8s.io/a, k8s.io/b");
    }

    static Stream<Arguments> decisions() {
        return Stream.of(
                Arguments.of(
                        "removes a restricted label",
                        "{\"metadata\":{\"labels\":{\"node-role.kubernetes.io/trusted\":null}}}",
                        "is not allowed to modify labels: node-role.kubernetes.io/trusted"),
                Arguments.of(
                        "removes a taint",
                        "{\"spec\":{\"taints\":null}}",
                        "node \"n1\" is not allowed to modify taints"),
                Arguments.of(
                        "adds a taint",
                        "{\"spec\":{\"taints\":[{\"key\":\"a\",\"effect\":\"NoSchedule\"},{\"key\":\"b\",\"effect\":\"NoSchedule\"}]}}",
                        "node \"n1\" is not allowed to modify taints"),
                Arguments.of(
                        "ends a cordon",
                        "{\"spec\":{\"unschedulable\":null}}",
                        "node \"n1\" is not allowed to modify unschedulable"),
                Arguments.of(
                        "ends a cordon by saying so",
                        "{\"spec\":{\"unschedulable\":false}}",
                        "node \"n1\" is not allowed to modify unschedulable"),
                Arguments.of(
                        "owns itself to another",
                        "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"u\"}]}}",
                        "node \"n1\" is not allowed to modify ownerReferences"),
                Arguments.of(
                        "points to a configuration",
                        "{\"spec\":{\"configSource\":{\"configMap\":{\"name\":\"c\",\"namespace\":\"n\",\"kubeletConfigKey\":\"k\"}}}}",
                        "node \"n1\" is not allowed to update configSource to a new non-nil configSource"));
    }

    @ParameterizedTest(name = "a node that {0} is refused")
    @MethodSource("decisions")
    void whatAnAdminDecidedStays(String label, String patch, String text) {
        for (var path : List.of(SELF, SELF + "/status")) {
            var answer = node.patch(path, patch);
            assertThat(answer.status()).as(label + answer.text()).isEqualTo(403);
            assertThat(answer.message()).endsWith("is forbidden: " + text);
        }
    }

    @Test
    void aNodeBringsTaintsWhenItComes() {
        var made = server.node("n3")
                .post(
                        "/api/v1/nodes",
                        "{\"metadata\":{\"name\":\"n3\"},\"spec\":{\"taints\":[{\"key\":\"a\",\"effect\":\"NoSchedule\"}]}}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(server.node("n3").delete("/api/v1/nodes/n3").status()).isEqualTo(403);
        var cordon = server.node("n3").patch("/api/v1/nodes/n3", "{\"spec\":{\"unschedulable\":true}}");
        assertThat(cordon.status()).isEqualTo(200);
    }

    @Test
    void aNodeReportsItsStatus() {
        var answer = node.patch(
                SELF + "/status",
                "{\"metadata\":{\"labels\":{\"mine\":\"2\"}},\"status\":{\"allocatable\":{\"cpu\":\"1\"}}}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }
}
