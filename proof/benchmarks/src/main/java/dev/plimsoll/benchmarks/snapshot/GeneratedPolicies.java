package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Random;
import java.util.function.Consumer;

/** What stands beside a Deployment: budgets and autoscalers. */
final class GeneratedPolicies {
    private GeneratedPolicies() {}

    static void of(Random random, GeneratedWorkload workload, Consumer<ObjectNode> taken) {
        if (workload.replicas() > 1 && random.nextInt(3) == 0) {
            var budget =
                    GeneratedDocument.of("policy/v1", "PodDisruptionBudget", workload.namespace(), workload.name());
            var spec = budget.putObject("spec").put("maxUnavailable", 1);
            spec.putObject("selector").putObject("matchLabels").put("app", workload.name());
            budget.putObject("status")
                    .put("currentHealthy", workload.replicas())
                    .put("desiredHealthy", workload.replicas() - 1)
                    .put("expectedPods", workload.replicas())
                    .put("disruptionsAllowed", 1);
            taken.accept(budget);
        }
        var chance = random.nextInt(10);
        if (chance < 2) {
            var scaler = GeneratedDocument.of(
                    "autoscaling/v2", "HorizontalPodAutoscaler", workload.namespace(), workload.name());
            var spec = scaler.putObject("spec").put("minReplicas", 1).put("maxReplicas", workload.replicas() * 2 + 2);
            target(spec.putObject("scaleTargetRef"), workload);
            var metric = spec.putArray("metrics").addObject().put("type", "Resource");
            metric.putObject("resource")
                    .put("name", "cpu")
                    .putObject("target")
                    .put("type", "Utilization")
                    .put("averageUtilization", 70);
            taken.accept(scaler);
        } else if (chance == 2) {
            var scaler = GeneratedDocument.of(
                    "autoscaling.k8s.io/v1", "VerticalPodAutoscaler", workload.namespace(), workload.name());
            var spec = scaler.putObject("spec");
            target(spec.putObject("targetRef"), workload);
            spec.putObject("updatePolicy").put("updateMode", "Off");
            taken.accept(scaler);
        }
    }

    private static void target(ObjectNode reference, GeneratedWorkload workload) {
        reference.put("apiVersion", "apps/v1").put("kind", "Deployment").put("name", workload.name());
    }
}
