package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a pod takes from its RuntimeClass. */
class RuntimeClassAdmissionTest {
    private final TestServer server = new TestServer();

    @BeforeEach
    void defined() {
        var made = server.post("/apis/node.k8s.io/v1/runtimeclasses", """
                {"metadata":{"name":"vm"},"handler":"vm","overhead":{"podFixed":{"cpu":"250m"}},
                "scheduling":{"nodeSelector":{"vm":"yes"},"tolerations":[{"key":"vm","operator":"Exists"},
                {"key":"slow","operator":"Equal","value":"a","effect":"NoSchedule"}]}}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private TestServer.Answer create(String spec) {
        return server.post("/api/v1/namespaces/default/pods", """
                {"metadata":{"name":"p"},"spec":{%s"containers":[{"name":"c","image":"i"}]}}""".formatted(spec));
    }

    private JsonNode created(String spec) {
        var made = create(spec);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().path("spec");
    }

    private static List<String> tolerations(JsonNode spec) {
        var texts = new ArrayList<String>();
        for (var each : spec.path("tolerations")) {
            if (!each.path("key").asText().startsWith("node.kubernetes.io/")) texts.add(each.toString());
        }
        return texts;
    }

    @Test
    @DisplayName("the overhead, the labels of nodes and the tolerations of the class are the pod's, beside its own")
    void merged() {
        var spec = created(
                "\"runtimeClassName\":\"vm\",\"nodeSelector\":{\"disk\":\"fast\",\"vm\":\"yes\"},"
                        + "\"tolerations\":[{\"key\":\"slow\",\"operator\":\"Exists\"},{\"key\":\"vm\",\"operator\":\"Equal\",\"value\":\"x\"}],");
        assertThat(spec.at("/overhead/cpu").asText()).isEqualTo("250m");
        assertThat(spec.path("nodeSelector").toString()).isEqualTo("{\"disk\":\"fast\",\"vm\":\"yes\"}");
        assertThat(tolerations(spec))
                .as("of two of which one covers the other, that one")
                .containsExactly(
                        "{\"key\":\"slow\",\"operator\":\"Exists\"}", "{\"key\":\"vm\",\"operator\":\"Exists\"}");
    }

    @Test
    @DisplayName("a toleration that ends earlier, or is for one effect only, covers no other")
    void covered() {
        var spec = created("\"runtimeClassName\":\"vm\",\"tolerations\":["
                + "{\"key\":\"vm\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":5},"
                + "{\"key\":\"slow\",\"operator\":\"Equal\",\"value\":\"b\"}],");
        assertThat(tolerations(spec))
                .containsExactly(
                        "{\"key\":\"slow\",\"operator\":\"Equal\",\"value\":\"b\"}",
                        "{\"key\":\"vm\",\"operator\":\"Exists\"}",
                        "{\"key\":\"slow\",\"operator\":\"Equal\",\"value\":\"a\",\"effect\":\"NoSchedule\"}");
    }

    @Test
    @DisplayName(
            "a pod that asks for other nodes or another overhead than its class is refused, and so is a class that is not there")
    void refused() {
        assertThat(create("\"runtimeClassName\":\"vm\",\"nodeSelector\":{\"vm\":\"no\"},")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("pods \"p\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[vm] = yes;"
                        + " pod.spec.nodeSelector[vm] = no");
        assertThat(create("\"runtimeClassName\":\"vm\",\"overhead\":{\"cpu\":\"1\"},")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's defined"
                        + " Overhead");
        assertThat(create("\"runtimeClassName\":\"none\",")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("pods \"p\" is forbidden: pod rejected: RuntimeClass \"none\" not found");
        assertThat(create("\"overhead\":{\"cpu\":\"1\"},")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass"
                        + " defined Overhead");
    }

    @Test
    @DisplayName("a pod without a class is as it was sent")
    void none() {
        var spec = created("");
        assertThat(spec.has("nodeSelector")).isFalse();
        assertThat(tolerations(spec)).isEmpty();
    }
}
