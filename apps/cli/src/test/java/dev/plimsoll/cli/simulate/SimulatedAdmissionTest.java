package dev.plimsoll.cli.simulate;

import static dev.plimsoll.cli.simulate.SampleCluster.requests;
import static dev.plimsoll.cli.simulate.SampleSimulation.applied;
import static dev.plimsoll.cli.simulate.SampleSimulation.changes;
import static dev.plimsoll.cli.simulate.SampleSimulation.run;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** New objects go through each step of admission that the cluster has something for. */
// Acceptance of simulate: admission, capacity
class SimulatedAdmissionTest {
    private static SampleCluster oneNode() {
        return new SampleCluster().namespace("default").node("n1", "4", "16Gi");
    }

    private static String pod(String spec) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"new"},"spec":{%s"containers":[{"name":"app","image":"i"%s]}}""".formatted(spec.split("@", 2)[0], spec.split("@", 2)[1]);
    }

    @Test
    @DisplayName("a LimitRange gives requests to containers that have none, and refuses what is beyond it")
    void limitRange() {
        var range = """
                {"apiVersion":"v1","kind":"LimitRange","metadata":{"namespace":"default","name":"usual"},
                "spec":{"limits":[{"type":"Container","defaultRequest":{"cpu":"1500m"},"max":{"cpu":"2"}}]}}""";
        var filled = run(oneNode().add(range), applied(pod("@}")));
        assertThat(changes(filled)).containsExactly("new Added - n1");
        assertThat(filled.at("/capacity/after/requests/cpu").asText()).isEqualTo("1500m");
        var large = "{\"requests\":{\"cpu\":\"3\"},\"limits\":{\"cpu\":\"3\"}}";
        var refused = run(oneNode().add(range), applied(pod("@,\"resources\":" + large + "}")));
        assertThat(refused.at("/refused/0/reason").asText())
                .isEqualTo("pods \"new\" is forbidden: maximum cpu usage per Container is 2, but limit is 3");
        assertThat(refused.path("pods")).isEmpty();
    }

    @Test
    @DisplayName("requests are filled in from limits, as the API server does")
    void defaults() {
        var filled = run(oneNode(), applied(pod("@,\"resources\":{\"limits\":{\"cpu\":\"3\",\"memory\":\"2Gi\"}}}")));
        assertThat(filled.at("/capacity/after/requests/cpu").asText()).isEqualTo("3");
        assertThat(filled.at("/capacity/after/limits/memory").asText()).isEqualTo("2Gi");
        assertThat(filled.at("/capacity/after/free/cpu").asText()).isEqualTo("1");
        assertThat(filled.at("/capacity/after/free/memory").asText()).isEqualTo("14Gi");
    }

    @Test
    @DisplayName(
            "the overhead of a RuntimeClass counts, and its nodes are the only ones; a class that is not there is refused")
    void runtimeClass() {
        var cluster = oneNode()
                .add(SampleCluster.nodeText("n2", "4", "16Gi", "")
                        .replace("\"labels\":{", "\"labels\":{\"vm\":\"yes\","))
                .add("""
                {"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"vm"},"handler":"vm",
                "overhead":{"podFixed":{"cpu":"500m"}},"scheduling":{"nodeSelector":{"vm":"yes"}}}""");
        var resources = ",\"resources\":" + requests("1", "1Gi") + "}";
        var added = run(cluster, applied(pod("\"runtimeClassName\":\"vm\",@" + resources)));
        assertThat(changes(added)).containsExactly("new Added - n2");
        assertThat(added.at("/capacity/after/requests/cpu").asText()).isEqualTo("1500m");
        var missing = run(cluster, applied(pod("\"runtimeClassName\":\"none\",@" + resources)));
        assertThat(missing.at("/refused/0/reason").asText()).contains("RuntimeClass \"none\" not found");
    }

    @Test
    @DisplayName("a PriorityClass decides who comes first, the default one too; a class that is not there is refused")
    void priorityClass() {
        var cluster = oneNode().pod("waits", "", 0, requests("4", "1Gi")).add("""
                {"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"usual"},"value":5,"globalDefault":true}""");
        var resources = ",\"resources\":" + requests("4", "1Gi") + "}";
        var added = run(cluster, applied(pod("@" + resources)));
        assertThat(changes(added)).containsExactly("new Added - n1", "waits Unscheduled - -");
        var missing = run(cluster, applied(pod("\"priorityClassName\":\"none\",@" + resources)));
        assertThat(missing.at("/refused/0/reason").asText()).contains("no PriorityClass with name none was found");
    }

    @Test
    @DisplayName("Pod Security refuses what the labels of the namespace forbid, also in pods of workloads")
    void podSecurity() {
        var cluster = new SampleCluster().node("n1", "4", "16Gi").add("""
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"default",
                "labels":{"pod-security.kubernetes.io/enforce":"baseline"}},"status":{"phase":"Active"}}""");
        var privileged = ",\"securityContext\":{\"privileged\":true}}";
        var refused = run(cluster, applied(pod("@" + privileged)));
        assertThat(refused.at("/refused/0/reason").asText())
                .contains("violates PodSecurity \"baseline:latest\": privileged");
        var workload = run(
                cluster,
                applied(SampleCluster.deploymentText("default", "web", 1, requests("1", "1Gi"))
                        .replace("\"image\":\"i\"", "\"image\":\"i\",\"securityContext\":{\"privileged\":true}")));
        assertThat(workload.path("pods")).isEmpty();
        assertThat(workload.at("/refused/0/object").asText()).isEqualTo("Deployment default/web");
        assertThat(workload.at("/refused/0/reason").asText()).contains("violates PodSecurity");
    }
}
