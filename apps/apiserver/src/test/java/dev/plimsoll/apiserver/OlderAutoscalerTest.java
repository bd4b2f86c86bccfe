package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: older-autoscaler
/** autoscaling/v1 and v2 are two faces of one HorizontalPodAutoscaler. */
class OlderAutoscalerTest {
    private static final String OLDER = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    private static final String NEWER = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    private static final String TARGET =
            "\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}";

    private final TestServer server = new TestServer();

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private static String older(String spec) {
        return "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"h\"},\"spec\":{"
                + TARGET + spec + "}}";
    }

    private JsonNode made(String path, String body) {
        var answer = server.post(path, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json();
    }

    @Test
    void aPercentageIsAMetric() {
        assertThat(made(OLDER, older(",\"maxReplicas\":5,\"targetCPUUtilizationPercentage\":60"))
                        .at("/spec/targetCPUUtilizationPercentage")
                        .asInt())
                .isEqualTo(60);
        assertThat(server.get(NEWER + "/h").json().at("/spec/metrics").toString())
                .isEqualTo(
                        "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\","
                                + "\"averageUtilization\":60}}}]");
    }

    @Test
    void withoutOneItIsTheUsual() {
        assertThat(made(OLDER, older(",\"maxReplicas\":5"))
                        .at("/spec/targetCPUUtilizationPercentage")
                        .asInt())
                .isEqualTo(80);
        assertThat(server.get(OLDER + "/h").json().at("/spec/minReplicas").asInt())
                .isEqualTo(1);
    }

    @Test
    void whatTheOlderVersionDoesNotKnowIsCarried() {
        var metrics = "[{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\",\"target\":{\"type\":\"AverageValue\","
                + "\"averageValue\":\"1Gi\"}}},{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":"
                + "{\"type\":\"Utilization\",\"averageUtilization\":50}}}]";
        made(
                NEWER,
                "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"h\"},\"spec\":{"
                        + TARGET + ",\"maxReplicas\":5,\"metrics\":" + metrics
                        + ",\"behavior\":{\"scaleDown\":{\"stabilizationWindowSeconds\":7}}}}");
        var before = server.get(NEWER + "/h").json();
        var older = server.get(OLDER + "/h").json();
        assertThat(older.at("/spec/targetCPUUtilizationPercentage").asInt()).isEqualTo(50);
        assertThat(older.at("/metadata/annotations/autoscaling.alpha.kubernetes.io~1metrics")
                        .asText())
                .isEqualTo(
                        "[{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\",\"targetAverageValue\":\"1Gi\"}}]");
        assertThat(older.at("/metadata/annotations/autoscaling.alpha.kubernetes.io~1behavior")
                        .asText())
                .contains("\"ScaleDown\"", "\"StabilizationWindowSeconds\":7");
        var changed = server.patch("merge-patch+json", OLDER + "/h", "{\"spec\":{\"maxReplicas\":9}}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        var after = server.get(NEWER + "/h").json();
        assertThat(after.at("/spec/maxReplicas").asInt()).isEqualTo(9);
        assertThat(after.at("/spec/metrics").toString())
                .isEqualTo(before.at("/spec/metrics").toString());
        assertThat(after.at("/spec/behavior")).isEqualTo(before.at("/spec/behavior"));
        assertThat(after.at("/metadata/annotations").isMissingNode()).isTrue();
    }

    @Test
    void theRulesAreTheSame() {
        assertThat(server.post(OLDER, older(",\"maxReplicas\":0")).message())
                .contains("spec.maxReplicas: Required value");
        assertThat(server.get("/apis/autoscaling")
                        .json()
                        .at("/preferredVersion/version")
                        .asText())
                .isEqualTo("v2");
    }
}
