package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects that make no sense, written past the webhook: whoever wrote them gets nothing, everybody else what is theirs. */
// Acceptance of the autoscaler: garbage
class GarbageTest {
    private static final String POD_LEVEL = "\"resources\":{\"requests\":{\"cpu\":\"2\",\"memory\":\"4Gi\"}},";
    private static final String MAIN = "[{\"name\":\"main\",\"image\":\"i\"}]";

    private final TestCluster cluster = new TestCluster();
    private final Heard heard = new Heard();

    @BeforeEach
    void twoWorkloadsRun() {
        cluster.node();
        for (var workload : List.of("odd", "web")) {
            cluster.deployment(workload, 2);
            for (var pod : List.of(workload + "-1-a", workload + "-1-b")) {
                cluster.pod(pod, POD_LEVEL, MAIN);
                cluster.running(pod, "[]");
                cluster.usage(pod, Instant.now(), Map.of("main", "200m,300Mi"));
            }
        }
    }

    @AfterEach
    void close() {
        cluster.takeUnreadable();
        cluster.close();
    }

    private Recommender recommender() {
        return new Parts(cluster).recommender(cluster.client, Parts.LEARNING, new Metrics(), heard.told::add);
    }

    /** One round of both loops; the pods of {@code web} get what they need. */
    private void everybodyElseIsServed() throws InterruptedException {
        cluster.started();
        recommender().runOnce();
        TestCluster.await(
                "a recommendation for web",
                cluster.cluster.vpas(),
                vpas -> vpas.find(new ObjectName("default", "web")).stream()
                        .anyMatch(vpa -> !vpa.recommendation().containers().isEmpty()));
        new Parts(cluster).updater(heard).runOnce();
        var cpus = List.of("web-1-a", "web-1-b").stream()
                .map(pod -> cluster.get(ApiResource.PODS, pod)
                        .at("/spec/resources/requests/cpu")
                        .asText())
                .toList();
        assertThat(cpus).contains("247m");
    }

    private void write(ApiResource resource, ObjectNode object) {
        var outcome = cluster.client.create(resource, object);
        // What the server's schema refuses cannot harm either.
        if (!(outcome instanceof RequestResult.Done<ObjectNode>)) {
            assertThat(outcome).as(outcome.problem()).isInstanceOf(RequestResult.Refused.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"minAllowed\":{\"cpu\":\"-5\",\"memory\":\"-1Gi\"}}]}",
                "{\"containerPolicies\":[{\"containerName\":\"*\",\"maxAllowed\":{\"cpu\":\"-5\",\"memory\":\"-1Gi\"}}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"minAllowed\":{\"cpu\":\"1e30\",\"memory\":\"1e30\"}}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"maxAllowed\":{\"cpu\":\"1n\",\"memory\":\"1m\"}}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"minAllowed\":{\"cpu\":\"lots\"}}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"mode\":\"Sometimes\"}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"controlledResources\":[\"gold\"]}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"oomBumpUpRatio\":\"-3\",\"oomMinBumpUp\":\"1e30\"}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"memoryAggregationIntervalSeconds\":2147483647,"
                        + "\"memoryAggregationIntervalCount\":9223372036854775807}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\",\"memoryAggregationIntervalSeconds\":-1,"
                        + "\"memoryAggregationIntervalCount\":-1}]}",
                "{\"containerPolicies\":[{\"containerName\":\"main\"},{\"containerName\":\"main\",\"mode\":\"Off\"}]}",
                "{\"podPolicies\":{\"minAllowed\":{\"cpu\":\"1e30\"},\"maxAllowed\":{\"cpu\":\"-1\"}}}",
                "{\"podPolicies\":{\"mode\":\"PodOnly\",\"maxAllowed\":{\"cpu\":\"1n\",\"memory\":\"0\"}}}",
                "{\"podPolicies\":{\"mode\":\"Never\"}}",
                "{\"podPolicies\":{\"controlledResources\":[]}}"
            })
    void policiesThatMakeNoSense(String policy) throws InterruptedException {
        write(AutoscalerResources.VPAS, TestCluster.vpa("odd", "{\"updateMode\":\"InPlaceOrRecreate\"}", policy));
        cluster.vpa("InPlaceOrRecreate", "{}");
        everybodyElseIsServed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"updateMode\":\"Sometimes\"}",
                "{\"updateMode\":\"InPlaceOrRecreate\",\"minReplicas\":-7}",
                "{\"updateMode\":\"InPlaceOrRecreate\",\"evictAfterOOMSeconds\":-7}",
                "{\"updateMode\":\"Recreate\",\"evictionRequirements\":[{\"resources\":[],\"changeRequirement\":\"Never\"}]}"
            })
    void updatePoliciesThatMakeNoSense(String policy) throws InterruptedException {
        write(AutoscalerResources.VPAS, TestCluster.vpa("odd", policy, "{}"));
        cluster.vpa("InPlaceOrRecreate", "{}");
        everybodyElseIsServed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"kind\":\"Deployment\",\"name\":\"\"}",
                "{\"kind\":\"\",\"name\":\"odd\"}",
                "{\"apiVersion\":\"a/b/c\",\"kind\":\"Deployment\",\"name\":\"../../nodes\"}",
                "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n1\"}"
            })
    void targetsThatMakeNoSense(String target) throws InterruptedException {
        var odd = TestCluster.vpa("odd", "{\"updateMode\":\"InPlaceOrRecreate\"}", "{}");
        odd.withObject("/spec").set("targetRef", TestCluster.json("%s", target));
        write(AutoscalerResources.VPAS, odd);
        cluster.vpa("InPlaceOrRecreate", "{}");
        everybodyElseIsServed();
    }

    /** Written by a recommender of somebody else, which goes on writing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"containerRecommendations\":[{\"containerName\":\"main\",\"target\":{\"cpu\":\"-5\",\"memory\":\"-1\"}}]}",
                "{\"containerRecommendations\":[{\"containerName\":\"main\",\"target\":{\"cpu\":\"1e30\",\"memory\":\"1e30\"}}]}",
                "{\"containerRecommendations\":[{\"containerName\":\"main\",\"target\":{\"cpu\":\"0\",\"memory\":\"0\"}}]}",
                "{\"containerRecommendations\":[{\"containerName\":\"main\",\"target\":{}}]}",
                "{\"containerRecommendations\":[{\"containerName\":\"\",\"target\":{\"cpu\":\"1\"}},"
                        + "{\"containerName\":\"main\",\"target\":{\"cpu\":\"1\"}},{\"containerName\":\"main\",\"target\":{\"cpu\":\"2\"}}]}",
                "{\"containerRecommendations\":[{\"containerName\":\"main\",\"target\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},"
                        + "\"lowerBound\":{\"cpu\":\"9\"},\"upperBound\":{\"cpu\":\"-9\"}}],\"podRecommendation\":{\"target\":{\"cpu\":\"-1\"}}}",
                "{\"podRecommendation\":{\"target\":{\"cpu\":\"1e30\",\"memory\":\"1e30\"}}}"
            })
    void recommendationsThatMakeNoSense(String recommendation) throws InterruptedException {
        var odd = TestCluster.vpa("odd", "{\"updateMode\":\"InPlaceOrRecreate\"}", "{}");
        odd.withObject("/spec").putArray("recommenders").addObject().put("name", "somebody-else");
        write(AutoscalerResources.VPAS, odd);
        var status = TestCluster.json("{\"status\":{\"recommendation\":%s}}", recommendation);
        cluster.client.patch(
                AutoscalerResources.VPAS.sub("status"), new ObjectName("default", "odd"), new Patch.Merge(status));
        cluster.vpa("InPlaceOrRecreate", "{}");
        everybodyElseIsServed();
        for (var pod : List.of("odd-1-a", "odd-1-b")) {
            var cpu = cluster.get(ApiResource.PODS, pod)
                    .at("/spec/resources/requests/cpu")
                    .asText();
            assertThat(cpu).as("no pod is given nothing, or more than there is").isIn("1", "2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"version\":\"v2\"}",
                "{\"version\":\"v3\",\"totalSamplesCount\":-5,\"firstSampleStart\":\"2099-01-01T00:00:00Z\"}",
                "{\"version\":\"v3\",\"cpuHistogram\":{\"totalWeight\":-1,\"bucketWeights\":{\"3\":10000}}}",
                "{\"version\":\"v3\",\"cpuHistogram\":{\"totalWeight\":1,\"bucketWeights\":{\"900\":10000}}}",
                "{\"version\":\"v3\",\"cpuHistogram\":{\"totalWeight\":1,\"bucketWeights\":{\"x\":10000,\"3\":\"y\"}}}",
                "{\"version\":\"v3\",\"memoryHistogram\":{\"totalWeight\":1e300,\"bucketWeights\":{\"3\":0}}}"
            })
    void checkpointsThatMakeNoSense(String status) throws InterruptedException {
        var checkpoint = TestCluster.json("""
                {"metadata":{"namespace":"default","name":"odd-main"},"spec":{"vpaObjectName":"odd","containerName":"main"},
                 "status":%s}""", status);
        write(AutoscalerResources.CHECKPOINTS, checkpoint);
        write(AutoscalerResources.VPAS, TestCluster.vpa("odd", "{\"updateMode\":\"InPlaceOrRecreate\"}", "{}"));
        cluster.vpa("InPlaceOrRecreate", "{}");
        everybodyElseIsServed();
    }
}
