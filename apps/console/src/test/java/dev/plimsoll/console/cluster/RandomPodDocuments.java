package dev.plimsoll.console.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.topology.AssignedResources;
import java.util.random.RandomGenerator;

/** Pods as they come from an API server, in all states that the console tells apart, with much in them that it does not keep. */
final class RandomPodDocuments {
    static final int NODES = 4;

    private final RandomGenerator random;
    private int version;

    RandomPodDocuments(RandomGenerator random) {
        this.random = random;
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    @SafeVarargs
    private <T> T any(T... values) {
        return values[random.nextInt(values.length)];
    }

    /** Any pod of this name; its uid tells two of one name apart. */
    ObjectNode pod(ObjectName name, String uid) {
        var pod = ClientJson.object().put("apiVersion", "v1").put("kind", "Pod");
        metadata(pod.putObject("metadata"), name, uid);
        var spec = pod.putObject("spec");
        if (!oneIn(4)) spec.put("nodeName", "node-" + random.nextInt(NODES));
        if (oneIn(3)) spec.put("priorityClassName", any("high", "low")).put("priority", 5);
        if (oneIn(4)) spec.put("activeDeadlineSeconds", 60);
        if (oneIn(4)) amounts(spec.putObject("overhead"));
        if (oneIn(3)) requirements(spec.putObject("resources"));
        if (oneIn(4)) spec.putArray("schedulingGates").addObject().put("name", "example.com/wait");
        if (oneIn(4)) affinity(spec);
        var volume = spec.putArray("volumes").addObject().put("name", "kube-api-access-" + random.nextInt(1000));
        volume.putObject("emptyDir");
        var status = pod.putObject("status");
        status.put("phase", any("Pending", "Running", "Running", "Running", "Succeeded", "Failed"));
        status.put("qosClass", any("Burstable", "Guaranteed", "BestEffort"));
        if (oneIn(6)) status.put("reason", "Evicted").put("message", "the node was short of memory");
        if (oneIn(2)) status.put("startTime", "2026-01-01T00:00:" + (10 + random.nextInt(50)) + "Z");
        if (oneIn(2)) status.put("observedGeneration", 1 + random.nextInt(3));
        if (oneIn(4)) requirements(status.putObject("resources"));
        if (oneIn(4)) amounts(status.putObject("allocatedResources"));
        containers(spec.putArray("containers"), status.putArray("containerStatuses"), 1 + random.nextInt(3), "c");
        containers(
                spec.putArray("initContainers"), status.putArray("initContainerStatuses"), random.nextInt(3), "init");
        conditions(status.putArray("conditions"));
        return pod;
    }

    private void metadata(ObjectNode metadata, ObjectName name, String uid) {
        metadata.put("namespace", name.namespace())
                .put("name", name.name())
                .put("uid", uid)
                .put("resourceVersion", String.valueOf(++version))
                .put("generation", 1 + random.nextInt(3))
                .put("creationTimestamp", "2026-01-01T00:00:00Z");
        metadata.putObject("labels").put("app", "web").put("pod-template-hash", "7d9c5b6f4");
        metadata.putObject("annotations").put("example.com/note", "n" + random.nextInt(1000));
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "ReplicaSet")
                .put("name", any("web-7d9c5b6f4", "api-7d9c5b6f4"))
                .put("uid", "owner")
                .put("controller", true);
        if (oneIn(8)) metadata.put("deletionTimestamp", "2026-01-01T00:10:00Z").put("deletionGracePeriodSeconds", 30);
    }

    private static void affinity(ObjectNode spec) {
        var term = spec.putObject("affinity")
                .putObject("podAffinity")
                .putArray("requiredDuringSchedulingIgnoredDuringExecution")
                .addObject()
                .put("topologyKey", "kubernetes.io/hostname");
        term.putObject("labelSelector").putObject("matchLabels").put("app", "web");
        term.putArray("namespaces").add("b");
    }

    private void containers(ArrayNode specs, ArrayNode statuses, int count, String prefix) {
        for (var i = 0; i < count; i++) {
            var spec = specs.addObject().put("name", prefix + i).put("image", "example.com/app:" + random.nextInt(9));
            if (prefix.equals("init") && oneIn(2)) spec.put("restartPolicy", "Always");
            spec.putArray("env").addObject().put("name", "A").put("value", "v" + random.nextInt(1000));
            if (!oneIn(4)) requirements(spec.putObject("resources"));
            if (oneIn(4)) continue;
            status(statuses.addObject().put("name", prefix + i));
        }
    }

    private void status(ObjectNode status) {
        status.put("containerID", "containerd://" + random.nextInt())
                .put("restartCount", random.nextInt(4))
                .put("ready", oneIn(2))
                .put("started", oneIn(2));
        var state = status.putObject("state");
        switch (random.nextInt(4)) {
            case 0 ->
                state.putObject("waiting").put("reason", "CrashLoopBackOff").put("message", "back-off 10s");
            case 1 -> end(state.putObject("terminated"));
            default -> state.putObject("running").put("startedAt", "2026-01-01T00:00:05Z");
        }
        if (oneIn(3)) end(status.putObject("lastState").putObject("terminated"));
        if (!oneIn(3)) requirements(status.putObject("resources"));
        if (!oneIn(3)) amounts(status.putObject("allocatedResources"));
    }

    private void end(ObjectNode terminated) {
        terminated
                .put("reason", any("OOMKilled", "Error", "Completed"))
                .put("exitCode", random.nextInt(2))
                .put("startedAt", "2026-01-01T00:00:05Z")
                .put("finishedAt", "2026-01-01T00:01:00Z");
    }

    private void requirements(ObjectNode target) {
        amounts(target.putObject("requests"));
        if (oneIn(2)) amounts(target.putObject("limits"));
    }

    private void amounts(ObjectNode target) {
        if (!oneIn(5)) target.put("cpu", 100 * (1 + random.nextInt(3)) + "m");
        if (!oneIn(5)) target.put("memory", 64 * (1 + random.nextInt(3)) + "Mi");
        if (oneIn(5)) target.put("ephemeral-storage", "1Gi");
    }

    private void conditions(ArrayNode conditions) {
        condition(conditions, "Ready", any("True", "False"), "", "");
        condition(
                conditions,
                "PodScheduled",
                any("True", "True", "False"),
                "Unschedulable",
                "0/4 nodes are available: 4 Insufficient cpu.");
        if (oneIn(3))
            condition(
                    conditions,
                    "PodResizePending",
                    any("True", "True", "False"),
                    any("Deferred", "Infeasible", "Other"),
                    "Node has too little. Missing: cpu 500m (held by 2 other pods).");
        if (oneIn(3))
            condition(conditions, "PodResizeInProgress", "True", any("", "Error"), any("", "the runtime has failed"));
        if (oneIn(4))
            condition(
                    conditions,
                    AssignedResources.CONDITION,
                    "True",
                    "Assigned",
                    "{\"cpus\":\"1-2\",\"containers\":{\"c0\":{\"isolation\":\"container\",\"cpus\":\"1\"}}}");
    }

    private void condition(ArrayNode conditions, String type, String status, String reason, String message) {
        var condition = conditions
                .addObject()
                .put("type", type)
                .put("status", status)
                .put("lastTransitionTime", "2026-01-01T00:00:" + (10 + random.nextInt(50)) + "Z");
        if (oneIn(3)) condition.put("observedGeneration", 1 + random.nextInt(3));
        if (!reason.isEmpty()) condition.put("reason", reason);
        if (!message.isEmpty()) condition.put("message", message);
    }

    /** What the pod uses; of some containers nothing is said. */
    ObjectNode use(ObjectName name) {
        var metric =
                ClientJson.object().put("apiVersion", "metrics.k8s.io/v1beta1").put("kind", "PodMetrics");
        metric.putObject("metadata")
                .put("namespace", name.namespace())
                .put("name", name.name())
                .put("resourceVersion", String.valueOf(++version));
        var containers = metric.putArray("containers");
        for (var i = 0; i < 1 + random.nextInt(3); i++) {
            var usage = containers.addObject().put("name", "c" + i).putObject("usage");
            if (!oneIn(4)) usage.put("cpu", random.nextInt(1_000_000_000) + "n");
            if (!oneIn(4)) usage.put("memory", random.nextInt(1_000_000) + "Ki");
        }
        return metric;
    }

    ObjectNode node(int number) {
        var node = ClientJson.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata")
                .put("name", "node-" + number)
                .put("uid", "uid-" + number)
                .put("resourceVersion", String.valueOf(++version));
        node.putObject("spec").put("unschedulable", oneIn(3));
        var status = node.putObject("status");
        amounts(status.putObject("allocatable"));
        amounts(status.putObject("capacity"));
        status.putArray("conditions").addObject().put("type", "Ready").put("status", any("True", "False"));
        return node;
    }
}
