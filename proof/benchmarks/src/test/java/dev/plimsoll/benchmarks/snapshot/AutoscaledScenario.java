package dev.plimsoll.benchmarks.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A Deployment, what its pods use together minute by minute, and who looks after it.
 *
 * @param cpus of the one node
 * @param replicas at first
 * @param cpu millicores that a pod requests
 * @param limit millicores that a pod may use; 0 for no limit
 * @param memory MiB that a pod requests
 * @param horizontal the spec of a HorizontalPodAutoscaler without its target; empty for none
 * @param mode of a VerticalPodAutoscaler; empty for none
 * @param minutes what is used from each minute on
 */
record AutoscaledScenario(
        int cpus,
        int replicas,
        int cpu,
        int limit,
        int memory,
        String horizontal,
        String mode,
        List<AutoscaledScenario.Use> minutes) {
    private static final int MOST_REPLICAS = 8;
    private static final List<String> MODES = List.of("InPlaceOrRecreate", "Recreate", "InPlace", "Initial");

    AutoscaledScenario {
        minutes = List.copyOf(minutes);
    }

    /**
     * What is used.
     *
     * @param cpu millicores of all pods together
     * @param memory MiB of each pod
     */
    record Use(int cpu, int memory) {}

    static AutoscaledScenario of(Random random) {
        return random.nextInt(2) == 0 ? horizontal(random) : vertical(random);
    }

    /** Loads for which the number of pods does not hang on the last millicore: metrics of a node that runs are no whole numbers. */
    private static AutoscaledScenario horizontal(Random random) {
        var cpu = 100 * (1 + random.nextInt(5));
        var percent = 40 + 10 * random.nextInt(5);
        var least = 1 + random.nextInt(2);
        var most = least + 2 + random.nextInt(MOST_REPLICAS - 3);
        var target = cpu * percent / 100.0;
        var minutes = new ArrayList<Use>();
        for (var level = 0; level < 6; level++) {
            var wanted = 0.0;
            do wanted = random.nextInt(MOST_REPLICAS + 1) + 0.2 + 0.6 * random.nextDouble();
            while (isBorderline(wanted));
            var use = new Use((int) Math.round(wanted * target), 50);
            for (var length = 4 + random.nextInt(9); length > 0; length--) minutes.add(use);
        }
        var spec = """
                "minReplicas":%d,"maxReplicas":%d,"metrics":[{"type":"Resource","resource":{"name":"cpu",
                "target":{"type":"Utilization","averageUtilization":%d}}}]%s""".formatted(least, most, percent, behavior(random));
        // In every third case the node is too small for the largest number.
        var room = random.nextInt(3) == 0 ? Math.max(1, cpu * most / 2000) : 1 + cpu * (most + 1) / 1000;
        return new AutoscaledScenario(room, least + random.nextInt(2), cpu, 0, 64, spec, "", minutes);
    }

    private static boolean isBorderline(double wanted) {
        for (var pods = 1; pods <= MOST_REPLICAS + 2; pods++) {
            var off = Math.abs(wanted / pods - 1);
            if (off > 0.08 && off < 0.12) return true;
        }
        return false;
    }

    private static String behavior(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> """
                    ,"behavior":{"scaleUp":{"policies":[{"type":"Pods","value":1,"periodSeconds":60}]}}""";
            case 1 -> """
                    ,"behavior":{"scaleDown":{"stabilizationWindowSeconds":60,
                    "policies":[{"type":"Pods","value":1,"periodSeconds":60}]}}""";
            default -> "";
        };
    }

    private static AutoscaledScenario vertical(Random random) {
        var cpu = 50 * (1 + random.nextInt(10));
        var memory = 64 * (1 + random.nextInt(6));
        var replicas = 1 + random.nextInt(4);
        var minutes = new ArrayList<Use>();
        for (var level = 0; level < 4; level++) {
            var use = new Use(replicas * (20 + random.nextInt(900)), 20 + random.nextInt(500));
            for (var length = 10 + random.nextInt(30); length > 0; length--) minutes.add(use);
        }
        // In every third case pods cannot all grow to what is recommended.
        var room = random.nextInt(3) == 0 ? 1 + replicas * cpu / 1000 : 8;
        return new AutoscaledScenario(
                room, replicas, cpu, 0, memory, "", MODES.get(random.nextInt(MODES.size())), minutes);
    }

    String deployment() {
        var limits = limit == 0 ? "" : ",\"limits\":{\"cpu\":\"" + limit + "m\"}";
        return """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"default","name":"web"},
                "spec":{"replicas":%d,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"},
                "annotations":{"simulation.plimsoll.dev/cpu.app":"constant 0","simulation.plimsoll.dev/memory.app":"constant %dMi"}},
                "spec":{"containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"%dm","memory":"%dMi"}%s}}]}}}}""".formatted(replicas, minutes.getFirst().memory(), cpu, memory, limits);
    }

    /** Those who look after it, of one kind or the other. */
    String autoscaler() {
        var target = """
                "apiVersion":"apps/v1","kind":"Deployment","name":"web\"""";
        return mode.isEmpty() ? """
                {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"namespace":"default","name":"web"},
                "spec":{"scaleTargetRef":{%s},%s}}""".formatted(target, horizontal) : """
                {"apiVersion":"autoscaling.k8s.io/v1","kind":"VerticalPodAutoscaler","metadata":{"namespace":"default","name":"web"},
                "spec":{"targetRef":{%s},"updatePolicy":{"updateMode":"%s"}}}""".formatted(target, mode);
    }
}
