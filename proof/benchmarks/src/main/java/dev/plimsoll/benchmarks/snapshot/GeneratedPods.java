package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/** Writes a workload, what stands between it and its pods, and its pods, placed on nodes. */
final class GeneratedPods {
    private final GeneratedNodes nodes;
    private final Consumer<ObjectNode> taken;

    GeneratedPods(GeneratedNodes nodes, Consumer<ObjectNode> taken) {
        this.nodes = nodes;
        this.taken = taken;
    }

    void write(GeneratedWorkload workload) {
        switch (workload.kind()) {
            case DEPLOYMENT -> {
                taken.accept(controller(workload, "apps/v1", "Deployment", workload.name()));
                var name = workload.name() + "-" + hash(workload.name(), 10);
                var set = controller(workload, "apps/v1", "ReplicaSet", name);
                GeneratedDocument.owner(set, "apps/v1", "Deployment", workload.name());
                taken.accept(set);
                pods(workload, "apps/v1", "ReplicaSet", name);
            }
            case STATEFUL_SET -> {
                taken.accept(controller(workload, "apps/v1", "StatefulSet", workload.name()));
                pods(workload, "apps/v1", "StatefulSet", workload.name());
            }
            case DAEMON_SET -> {
                taken.accept(controller(workload, "apps/v1", "DaemonSet", workload.name()));
                pods(workload, "apps/v1", "DaemonSet", workload.name());
            }
            case JOB -> {
                taken.accept(controller(workload, "batch/v1", "Job", workload.name()));
                pods(workload, "batch/v1", "Job", workload.name());
            }
        }
    }

    private static ObjectNode controller(GeneratedWorkload workload, String apiVersion, String kind, String name) {
        var document = GeneratedDocument.of(apiVersion, kind, workload.namespace(), name);
        var spec = document.putObject("spec");
        switch (workload.kind()) {
            case JOB -> spec.put("parallelism", workload.replicas()).put("completions", workload.replicas());
            case DAEMON_SET -> {}
            case DEPLOYMENT, STATEFUL_SET -> spec.put("replicas", workload.replicas());
        }
        spec.putObject("selector").putObject("matchLabels").put("app", workload.name());
        spec.set("template", workload.template());
        if (kind.equals("StatefulSet")) spec.put("serviceName", name);
        document.putObject("status").put("replicas", workload.replicas()).put("readyReplicas", workload.replicas());
        return document;
    }

    private void pods(GeneratedWorkload workload, String apiVersion, String kind, String owner) {
        for (var i = 0; i < workload.replicas(); i++) {
            var name = kind.equals("StatefulSet") ? owner + "-" + i : owner + "-" + suffix(i);
            var node = workload.kind() == GeneratedWorkload.Kind.DAEMON_SET
                    ? nodes.placeOn(i, workload.milliCores(), workload.mebibytes())
                    : nodes.place(workload.milliCores(), workload.mebibytes());
            taken.accept(pod(workload, name, apiVersion, kind, owner, node));
        }
    }

    private static ObjectNode pod(
            GeneratedWorkload workload, String name, String apiVersion, String kind, String owner, String node) {
        var pod = GeneratedDocument.of("v1", "Pod", workload.namespace(), name);
        GeneratedDocument.owner(pod, apiVersion, kind, owner);
        pod.withObject("/metadata").set("labels", workload.template().at("/metadata/labels"));
        var spec = ((ObjectNode) workload.template().get("spec")).deepCopy();
        if (!node.isEmpty()) spec.put("nodeName", node);
        pod.set("spec", spec);
        var status = pod.putObject("status");
        status.put("phase", node.isEmpty() ? "Pending" : "Running").put("qosClass", "Burstable");
        var since = GeneratedDocument.time(Math.floorMod(name.hashCode(), 100_000) + 5L);
        var conditions = status.putArray("conditions");
        if (node.isEmpty()) {
            conditions
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .put("reason", "Unschedulable")
                    .put("lastTransitionTime", since);
            return pod;
        }
        for (var type : new String[] {"PodScheduled", "Initialized", "ContainersReady", "Ready"}) {
            conditions
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .putNull("lastProbeTime")
                    .put("lastTransitionTime", since);
        }
        status.put("hostIP", "10.0.0.1").put("podIP", "10.1.2.3").put("startTime", since);
        var containers = status.putArray("containerStatuses");
        for (var container : spec.path("containers")) {
            var reported = containers.addObject();
            reported.put("name", container.path("name").asText())
                    .put("image", container.path("image").asText())
                    .put("imageID", "registry.example/team/app@sha256:" + hash(name, 40))
                    .put(
                            "containerID",
                            "containerd://" + hash(name + container.path("name").asText(), 40))
                    .put("ready", true)
                    .put("started", true)
                    .put("restartCount", 0);
            reported.putObject("state").putObject("running").put("startedAt", since);
            reported.putObject("lastState");
            if (container.has("resources")) reported.set("resources", container.get("resources"));
        }
        return pod;
    }

    /** Five characters that look as if by chance, different for different numbers. */
    private static String suffix(int number) {
        var mixed = number * 7_919L * 101 % (36L * 36 * 36 * 36 * 36);
        return "0".repeat(5 - Long.toString(mixed, 36).length()) + Long.toString(mixed, 36);
    }

    private static String hash(String text, int length) {
        var number = new Random(text.hashCode());
        var hash = new StringBuilder();
        while (hash.length() < length) hash.append(Integer.toString(number.nextInt(36), 36));
        return hash.toString().toLowerCase(Locale.ROOT);
    }
}
