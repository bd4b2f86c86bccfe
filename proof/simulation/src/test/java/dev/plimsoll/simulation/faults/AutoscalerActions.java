package dev.plimsoll.simulation.faults;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import java.util.List;
import java.util.SplittableRandom;

/** What people do with VerticalPodAutoscalers, and with the budgets of what these change. */
final class AutoscalerActions {
    static final ApiResource AUTOSCALERS =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");
    private static final ApiResource BUDGETS =
            ApiResource.namespaced("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget");
    private static final List<String> MODES = List.of("Recreate", "InPlaceOrRecreate", "Initial");

    private AutoscalerActions() {}

    static void act(ApiClient client, SplittableRandom own) {
        var target = "d" + own.nextInt(2);
        switch (own.nextInt(6)) {
            case 0, 1, 2 -> create(client, own, target);
            case 3, 4 -> budget(client, target);
            default -> client.delete(AUTOSCALERS, new ObjectName("default", "v-" + target), DeleteOptions.DEFAULT);
        }
    }

    private static void create(ApiClient client, SplittableRandom own, String target) {
        var object =
                ClientJson.object().put("apiVersion", "autoscaling.k8s.io/v1").put("kind", "VerticalPodAutoscaler");
        object.putObject("metadata").put("namespace", "default").put("name", "v-" + target);
        var spec = object.putObject("spec");
        spec.putObject("targetRef")
                .put("apiVersion", "apps/v1")
                .put("kind", "Deployment")
                .put("name", target);
        spec.putObject("updatePolicy")
                .put("updateMode", MODES.get(own.nextInt(MODES.size())))
                .put("minReplicas", 1);
        var policy =
                spec.putObject("resourcePolicy").putArray("containerPolicies").addObject();
        policy.put("containerName", "*");
        policy.putObject("minAllowed").put("cpu", "50m").put("memory", "32Mi");
        policy.putObject("maxAllowed").put("cpu", 100 + own.nextInt(400) + "m").put("memory", "256Mi");
        client.create(AUTOSCALERS, object);
    }

    private static void budget(ApiClient client, String target) {
        var object = ClientJson.object().put("apiVersion", "policy/v1").put("kind", "PodDisruptionBudget");
        object.putObject("metadata").put("namespace", "default").put("name", "b-" + target);
        var spec = object.putObject("spec").put("maxUnavailable", 1);
        spec.putObject("selector").putObject("matchLabels").put("app", target);
        client.create(BUDGETS, object);
    }
}
