package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import java.util.SplittableRandom;

/** Jobs, stateful sets and daemon sets of small pods, so that most of them find a node. */
public final class WorkloadShapes {
    private final SplittableRandom random;

    public WorkloadShapes(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A job whose pods end after some seconds, most of them well. */
    public ObjectNode job(String name) {
        var job = named("batch/v1", "Job", name);
        var spec = job.putObject("spec");
        spec.put("completions", 1 + random.nextInt(3))
                .put("parallelism", 1 + random.nextInt(2))
                .put("backoffLimit", 6);
        if (random.nextInt(3) == 0) spec.put("completionMode", "Indexed");
        var template = template(spec, name);
        template.withObject("/spec").put("restartPolicy", random.nextInt(2) == 0 ? "Never" : "OnFailure");
        var exitCode = random.nextInt(8) == 0 ? 1 : 0;
        template.withObject("/metadata")
                .putObject("annotations")
                .put("simulation.plimsoll.dev/exit.c0", 1 + random.nextInt(12) + "s " + exitCode);
        return job;
    }

    public ObjectNode statefulSet(String name) {
        var set = named("apps/v1", "StatefulSet", name);
        var spec = set.putObject("spec").put("serviceName", name).put("replicas", 1 + random.nextInt(3));
        if (random.nextInt(3) == 0) spec.put("podManagementPolicy", "Parallel");
        selected(spec, name);
        return set;
    }

    public ObjectNode daemonSet(String name) {
        var set = named("apps/v1", "DaemonSet", name);
        selected(set.putObject("spec"), name);
        return set;
    }

    private static ObjectNode named(String apiVersion, String kind, String name) {
        var object = ClientJson.object().put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("namespace", "default").put("name", name);
        return object;
    }

    private void selected(ObjectNode spec, String name) {
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        template(spec, name);
    }

    private ObjectNode template(ObjectNode spec, String name) {
        var template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", name);
        var pod = template.putObject("spec").put("terminationGracePeriodSeconds", 1 + random.nextInt(3));
        var container = pod.putArray("containers").addObject().put("name", "c0").put("image", "i");
        container
                .putObject("resources")
                .putObject("requests")
                .put("cpu", 10 + random.nextInt(40) + "m")
                .put("memory", 16 + random.nextInt(32) + "Mi");
        return template;
    }
}
