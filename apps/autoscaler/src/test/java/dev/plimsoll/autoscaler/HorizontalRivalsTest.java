package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ClientJson;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A HorizontalPodAutoscaler that divides by what is changed: vpa.md §6.2 and §6.9. */
// Acceptance of the autoscaler: users-39
class HorizontalRivalsTest {
    private static final String CPU_PERCENT =
            "{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":50}}}";
    private static final String CPU_CORES =
            "{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"AverageValue\",\"averageValue\":\"1\"}}}";
    private static final String CPU_PERCENT_OF_MAIN =
            "{\"type\":\"ContainerResource\",\"containerResource\":{\"name\":\"cpu\",\"container\":\"main\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":50}}}";

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private void scaler(String name, String target, String metric) {
        cluster.create(AutoscalerResources.HPAS, TestCluster.json("""
                {"metadata":{"namespace":"default","name":"%s"},"spec":{"minReplicas":1,"maxReplicas":5,
                 "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"%s"},"metrics":[%s]}}""", name, target, metric));
    }

    private List<String> warnings(String mode, String policy) throws GeneralSecurityException {
        var reviews = new Parts(cluster).reviews(Parts.admission());
        var review = ClientJson.object();
        var request = review.putObject("request").put("uid", "u").put("namespace", "default");
        request.put("operation", "CREATE");
        request.putObject("resource").put("resource", "verticalpodautoscalers");
        request.set("object", TestCluster.vpa("web", "{\"updateMode\":\"" + mode + "\"}", policy));
        var response = ClientJson.read(reviews.answer(ClientJson.bytes(review)))
                .orElseThrow()
                .path("response");
        assertThat(response.path("allowed").asBoolean()).isTrue();
        var warnings = new ArrayList<String>();
        for (JsonNode warning : response.path("warnings")) warnings.add(warning.asText());
        return warnings;
    }

    @Test
    void theWarningNamesTheObjectAndTheResource() throws GeneralSecurityException {
        scaler("web-replicas", "web", CPU_PERCENT);
        scaler("others", "other", CPU_PERCENT);
        assertThat(warnings("Recreate", "{}"))
                .containsExactly(
                        "HorizontalPodAutoscaler web-replicas scales the same target by the utilization of cpu, "
                                + "which changes with every request of cpu that this object changes; leave cpu out of "
                                + "controlledResources, or scale by averageValue or another metric");
    }

    @ParameterizedTest(name = "{0}, {2}: {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "whole pods, by pod policy | Resource | {'podPolicies':{'mode':'PodOnly'}} | true",
                "memory of pods and replicas by cpu | Resource | {'podPolicies':{'mode':'PodAndContainers','controlledResources':['memory']}} | false",
                "memory of containers and replicas by cpu | Resource | {'containerPolicies':[{'containerName':'*','controlledResources':['memory']}]} | false",
                "one container of several left | Resource | {'containerPolicies':[{'containerName':'side','mode':'Off'}]} | true",
                "no container is changed | Resource | {'containerPolicies':[{'containerName':'*','mode':'Off'}]} | false",
                "replicas by use in cores | AverageValue | {} | false",
                "a container that is changed | ContainerResource | {} | true",
                "a container that is left alone | ContainerResource | {'containerPolicies':[{'containerName':'main','mode':'Off'}]} | false",
                "a container of which memory is changed | ContainerResource | {'containerPolicies':[{'containerName':'*','controlledResources':['memory']}]} | false"
            })
    void combinations(String what, String metric, String policy, boolean isWarnedOf) throws GeneralSecurityException {
        scaler(
                "web-replicas",
                "web",
                switch (metric) {
                    case "Resource" -> CPU_PERCENT;
                    case "AverageValue" -> CPU_CORES;
                    default -> CPU_PERCENT_OF_MAIN;
                });
        assertThat(warnings("Recreate", policy.replace('\'', '"'))).as(what).hasSize(isWarnedOf ? 1 : 0);
    }

    @Test
    void whoOnlyRecommendsHasNoRivals() throws GeneralSecurityException {
        scaler("web-replicas", "web", CPU_PERCENT);
        assertThat(warnings("Off", "{}")).isEmpty();
    }
}
