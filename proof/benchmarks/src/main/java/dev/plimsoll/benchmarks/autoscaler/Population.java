package dev.plimsoll.benchmarks.autoscaler;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Workloads of a cluster that nobody runs: each has a Deployment, a VerticalPodAutoscaler and some pods of two containers. Pods
 * are told from their predecessors by a generation.
 */
final class Population {
    final int workloads;
    final int podsEach;
    private final int namespaces;
    private final int[] generations;
    private final Map<Integer, String> statuses = new HashMap<>();

    Population(int workloads, int podsEach, int namespaces) {
        this.workloads = workloads;
        this.podsEach = podsEach;
        this.namespaces = namespaces;
        this.generations = new int[workloads * podsEach];
    }

    int pods() {
        return generations.length;
    }

    String namespace(int workload) {
        return "team-" + workload % namespaces;
    }

    private static String workloadName(int workload) {
        return "app-" + workload;
    }

    String podName(int pod) {
        return workloadName(pod / podsEach) + "-" + pod % podsEach + "-" + generations[pod];
    }

    /** Another pod takes the place of this one. */
    synchronized void replace(int pod) {
        generations[pod]++;
    }

    synchronized void status(int workload, String status) {
        statuses.put(workload, status);
    }

    synchronized String vpa(int workload, long version) {
        return """
                {"metadata":{"name":"%1$s","namespace":"%2$s","uid":"v%3$d","resourceVersion":"%4$d","generation":1,\
                "creationTimestamp":"2026-01-01T00:00:00Z"},"spec":{"targetRef":{"apiVersion":"apps/v1","kind":"Deployment",\
                "name":"%1$s"},"updatePolicy":{"updateMode":"InPlaceOrRecreate"}},"status":%5$s}""".formatted(
                workloadName(workload), namespace(workload), workload, version, statuses.getOrDefault(workload, "{}"));
    }

    String deployment(int workload) {
        return """
                {"metadata":{"name":"%1$s","namespace":"%2$s","uid":"d%3$d","resourceVersion":"1"},"spec":{"replicas":%4$d,\
                "selector":{"matchLabels":{"app":"%1$s"}},"template":{"metadata":{"labels":{"app":"%1$s"}},"spec":{}}}}""".formatted(workloadName(workload), namespace(workload), workload, podsEach);
    }

    /** As long as pods of real clusters are, with their defaults, volumes and conditions. */
    synchronized String pod(int pod, long version) {
        var workload = pod / podsEach;
        var requests = pod % 2 == 0 ? "\"resources\":{\"requests\":{\"cpu\":\"500m\",\"memory\":\"512Mi\"}}," : "";
        return """
                {"metadata":{"name":"%1$s","namespace":"%2$s","uid":"%1$s","resourceVersion":"%3$d",\
                "creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"%4$s","pod-template-hash":"%5$d"},\
                "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"%4$s-1","uid":"r%6$d","controller":true}]},\
                "spec":{%7$s"nodeName":"node-%8$d","containers":[{"name":"main","image":"registry/main:1","resources":{"requests":\
                {"cpu":"100m","memory":"128Mi"},"limits":{"cpu":"1","memory":"512Mi"}},"volumeMounts":[{"name":"t","mountPath":"/t"}]},\
                {"name":"side","image":"registry/side:1","resources":{"requests":{"cpu":"50m","memory":"64Mi"}}}],\
                "volumes":[{"name":"t","emptyDir":{}}]},"status":{"phase":"Running","startTime":"2026-01-01T00:00:00Z",\
                "containerStatuses":[{"name":"main","restartCount":0,"state":{"running":{}}},\
                {"name":"side","restartCount":0,"state":{"running":{}}}]}}""".formatted(
                        podName(pod),
                        namespace(workload),
                        version,
                        workloadName(workload),
                        generations[pod] % 97,
                        workload,
                        requests,
                        pod % 5000);
    }

    synchronized String use(int pod, Instant at) {
        var workload = pod / podsEach;
        var cpu = 20 + (pod * 7L + at.getEpochSecond() / 60 * 13) % 200;
        var memory = 60 + (pod * 11L + at.getEpochSecond() / 60 * 3) % 120;
        return """
                {"metadata":{"name":"%s","namespace":"%s"},"timestamp":"%s","window":"15s","containers":[\
                {"name":"main","usage":{"cpu":"%dm","memory":"%dMi"}},{"name":"side","usage":{"cpu":"5m","memory":"20Mi"}}]}""".formatted(podName(pod), namespace(workload), at, cpu, memory);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
