package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.admission.AdmissionController;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The webhook over real TLS, called by a real API server: vpa.md §5. */
// Acceptance of the autoscaler: example-G, T1, garbage
class AdmissionTest {
    private final TestCluster cluster = new TestCluster();
    private final Authority authority = Authority.create("webhook-ca", Instant.now());
    private final AdmissionController admission;

    AdmissionTest() throws GeneralSecurityException, IOException, InterruptedException {
        cluster.deployment(2);
        cluster.started();
        var settings = Parts.admission(Parts.identity(authority));
        admission =
                new AdmissionController(cluster.client, settings, new Parts(cluster).reviews(settings), Time.system());
        admission.start();
    }

    @AfterEach
    void close() {
        admission.close();
        cluster.close();
    }

    private void recommended(String policy) throws InterruptedException {
        cluster.vpa("Initial", policy);
        var status = TestCluster.json("""
                {"status":{"recommendation":{
                 "podRecommendation":{"target":{"cpu":"850m","memory":"300Mi"}},
                 "containerRecommendations":[
                  {"containerName":"main","target":{"cpu":"587m","memory":"297164212"}},
                  {"containerName":"side","target":{"cpu":"150m","memory":"100Mi"}}]}}}""");
        cluster.client.patch(
                AutoscalerResources.VPAS.sub("status"), new ObjectName("default", "web"), new Patch.Merge(status));
        TestCluster.await(
                "the recommendation",
                cluster.cluster.vpas(),
                vpas -> vpas.all().stream()
                        .anyMatch(vpa -> vpa.recommendation().pod().isPresent()));
    }

    @Test
    void containersGetTheirRecommendationsAndLimitsInProportion() throws InterruptedException {
        recommended("{\"containerPolicies\":[{\"containerName\":\"side\",\"mode\":\"Off\"}]}");
        var pod = cluster.pod("web-1-a", "", """
                [{"name":"main","image":"i","resources":{"requests":{"cpu":"200m","memory":"256Mi"},
                  "limits":{"cpu":"400m","memory":"256Mi"}}},{"name":"side","image":"i"}]""");
        assertThat(pod.at("/metadata/uid").asText())
                .as("a changed pod is a whole pod")
                .isNotEmpty();
        assertThat(pod.at("/metadata/creationTimestamp").asText()).isNotEmpty();
        var resources = pod.at("/spec/containers/0/resources");
        assertThat(resources.path("requests").toString()).isEqualTo("{\"cpu\":\"587m\",\"memory\":\"297164212\"}");
        assertThat(resources.path("limits").toString()).isEqualTo("{\"cpu\":\"1174m\",\"memory\":\"297164212\"}");
        assertThat(pod.at("/spec/containers/1/resources")).isEmpty();
        assertThat(pod.at("/metadata/annotations/vpaUpdates").asText())
                .isEqualTo(
                        "Pod resources updated by web: container 0: cpu request, memory request, cpu limit, memory limit");
        assertThat(pod.at("/metadata/annotations/vpaObservedContainers").asText())
                .isEqualTo("main, side");
    }

    @Test
    void podsGetTheirRecommendationAsAWhole() throws InterruptedException {
        recommended("{}");
        var pod = cluster.pod(
                "web-1-a",
                "\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},\"limits\":{\"cpu\":\"2\",\"memory\":\"2Gi\"}},",
                "[{\"name\":\"main\",\"image\":\"i\"},{\"name\":\"side\",\"image\":\"i\"}]");
        assertThat(pod.at("/spec/resources/requests").toString()).isEqualTo("{\"cpu\":\"850m\",\"memory\":\"300Mi\"}");
        assertThat(pod.at("/spec/resources/limits").toString()).isEqualTo("{\"cpu\":\"1700m\",\"memory\":\"600Mi\"}");
        assertThat(pod.at("/metadata/annotations/vpaPodLevelResources").asText())
                .contains("\"original\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}");
    }

    @Test
    void podsOfNobodyAreLeftAlone() throws InterruptedException {
        recommended("{}");
        var pod = cluster.create(ApiResource.PODS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"alone","labels":{"app":"web"}},
                 "spec":{"containers":[{"name":"main","image":"i"}]}}"""));
        assertThat(pod.at("/metadata/annotations").isMissingNode()).isTrue();
    }

    @Test
    void objectsGetTheirDefaultAndBadOnesAreRefused() {
        var bare = cluster.create(AutoscalerResources.VPAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"bare"},"spec":{
                 "targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}}}"""));
        assertThat(bare.at("/spec/updatePolicy/updateMode").asText()).isEqualTo("Recreate");
        var bad = cluster.client.create(AutoscalerResources.VPAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"bad"},"spec":{"updatePolicy":{"updateMode":"Sometimes","minReplicas":0},
                 "resourcePolicy":{"containerPolicies":[{"minAllowed":{"cpu":"2"},"maxAllowed":{"cpu":"1"}}]}}}"""));
        assertThat(bad.problem())
                .contains("spec.targetRef: Required value")
                .contains("spec.updatePolicy.updateMode: Unsupported value: \"Sometimes\"")
                .contains("spec.updatePolicy.minReplicas: Invalid value: 0")
                .contains("containerPolicies[0].containerName: Required value")
                .contains("containerPolicies[0].maxAllowed[cpu]: Invalid value: \"1\"");
    }

    @Test
    void garbageIsLetThrough() throws GeneralSecurityException {
        var reviews = new Parts(cluster).reviews(Parts.admission());
        for (var garbage : List.of(
                "",
                "[]",
                "{}",
                "{\"request\":3}",
                "{\"request\":{\"uid\":\"u\",\"resource\":{\"resource\":\"pods\"},\"operation\":\"CREATE\",\"object\":[]}}")) {
            var answer = ClientJson.read(reviews.answer(garbage.getBytes(StandardCharsets.UTF_8)))
                    .orElseThrow();
            assertThat(answer.at("/response/allowed").asBoolean()).isTrue();
        }
    }

    @Test
    void theUpdaterIsToldThatItIsThere() {
        assertThat(cluster.client
                        .get(ApiResource.LEASES, new ObjectName("kube-system", "vpa-admission-controller"))
                        .done())
                .isPresent();
    }
}
