package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.quantity.Quantity;
import java.util.SplittableRandom;

/** Pods of random shapes, and random changes of them. */
public final class PodShapes {
    private static final String SIMULATION = "simulation.plimsoll.dev/";

    private final SplittableRandom random;
    private final boolean isPinned;

    /** @param isPinned whether most pods are such that nodes which pin give them CPUs of their own */
    public PodShapes(long seed, boolean isPinned) {
        this.random = new SplittableRandom(seed);
        this.isPinned = isPinned;
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    public ObjectNode pod(String name) {
        var pod = ClientJson.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "default").put("name", name);
        fill(pod, true);
        return pod;
    }

    public ObjectNode deployment(String name, int replicas) {
        var deployment = ClientJson.object().put("apiVersion", "apps/v1").put("kind", "Deployment");
        deployment.putObject("metadata").put("namespace", "default").put("name", name);
        var spec = deployment.putObject("spec").put("replicas", replicas);
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        var template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", name);
        fill(template, false);
        return deployment;
    }

    /** Metadata and spec of a pod, or of a template. */
    private void fill(ObjectNode pod, boolean mayEnd) {
        var spec = pod.putObject("spec");
        var annotations = pod.withObject("/metadata").putObject("annotations");
        spec.put("terminationGracePeriodSeconds", 1 + random.nextInt(5));
        if (mayEnd && oneIn(3)) spec.put("restartPolicy", oneIn(2) ? "Never" : "OnFailure");
        if (oneIn(4)) spec.put("priority", oneIn(6) ? 2_000_000_000L : 100L * random.nextInt(3));
        if (oneIn(10)) spec.putObject("overhead").put("cpu", "50m").put("memory", "16Mi");
        if (oneIn(14)) annotations.put(SIMULATION + "veto", "not in this socket");
        var kind = isPinned && !oneIn(4) ? 2 : random.nextInt(3);
        var isPodLevel = oneIn(3);
        var hugePages = !isPodLevel && oneIn(8);
        var containers = spec.putArray("containers");
        for (var i = random.nextInt(3); i >= 0; i--) {
            var container = containers.addObject().put("name", "c" + i).put("image", "i");
            if (!isPodLevel || oneIn(2)) resources(container, isPodLevel ? 1 : kind, hugePages && i == 0);
            if (oneIn(4)) restarts(container);
            if (oneIn(3)) annotations.put(SIMULATION + "memory.c" + i, usage());
            if (mayEnd && oneIn(9))
                annotations.put(SIMULATION + "exit.c" + i, random.nextInt(30) + "s " + random.nextInt(2));
        }
        if (oneIn(6)) {
            var sidecar = spec.putArray("initContainers").addObject();
            sidecar.put("name", "s").put("image", "i").put("restartPolicy", "Always");
            if (!isPodLevel) resources(sidecar, kind, false);
        }
        if (oneIn(6)) {
            var init = spec.withArray("/initContainers")
                    .addObject()
                    .put("name", "i")
                    .put("image", "i");
            if (!isPodLevel) resources(init, kind, false);
        }
        if (isPodLevel) podLevel(spec, kind == 2);
    }

    private static void restarts(ObjectNode container) {
        container
                .putArray("resizePolicy")
                .addObject()
                .put("resourceName", "memory")
                .put("restartPolicy", "RestartContainer");
    }

    private String usage() {
        var low = 8 + random.nextInt(400);
        return switch (random.nextInt(4)) {
            case 0 -> "constant " + low + "Mi";
            case 1 -> "wave " + low + "Mi " + (low + random.nextInt(600)) + "Mi " + (5 + random.nextInt(60)) + "s";
            case 2 -> "leak " + low + "Mi " + (1 + random.nextInt(8)) + "Mi";
            default ->
                "burst " + low + "Mi " + (low + random.nextInt(900)) + "Mi 5s " + (10 + random.nextInt(60)) + "s";
        };
    }

    /** @param kind 0 for nothing, 1 for limits above requests, 2 for both the same */
    private void resources(ObjectNode container, int kind, boolean hugePages) {
        var resources = container.putObject("resources");
        if (kind == 0 && !hugePages) return;
        var mayBePinned = isPinned && kind == 2;
        var isWhole = mayBePinned ? !oneIn(5) : oneIn(2);
        var cpu = isWhole ? 1000 * (1 + random.nextInt(3)) : 50 + 50 * random.nextInt(30);
        var memory = memory();
        var requests = resources.putObject("requests").put("cpu", cpu(cpu)).put("memory", memory + "Mi");
        var limits = resources.putObject("limits");
        if (kind == 2) limits.put("cpu", cpu(cpu)).put("memory", memory + "Mi");
        else if (oneIn(2)) limits.put("cpu", cpu(cpu + 500)).put("memory", memory + 64 * random.nextInt(20) + "Mi");
        if (hugePages) {
            requests.put("hugepages-2Mi", "64Mi");
            limits.put("hugepages-2Mi", "64Mi");
        }
    }

    private int memory() {
        return oneIn(isPinned ? 10 : 4) ? 512 + 256 * random.nextInt(10) : 32 + 32 * random.nextInt(20);
    }

    private static String cpu(int milli) {
        return milli % 1000 == 0 ? Integer.toString(milli / 1000) : milli + "m";
    }

    private void podLevel(ObjectNode spec, boolean isGuaranteed) {
        var containers = new int[2];
        for (var list : new String[] {"containers", "initContainers"}) {
            for (var container : spec.path(list)) {
                var requests = container.path("resources").path("requests");
                containers[0] += milli(requests.path("cpu").asText());
                containers[1] += mebi(requests.path("memory").asText());
                var limits = container.path("resources").path("limits");
                containers[0] = Math.max(containers[0], milli(limits.path("cpu").asText()));
                containers[1] =
                        Math.max(containers[1], mebi(limits.path("memory").asText()));
            }
        }
        var cpu = (containers[0] / 1000 + 1 + random.nextInt(2)) * 1000;
        var memory = containers[1] + memory();
        var resources = spec.putObject("resources");
        resources.putObject("requests").put("cpu", cpu(cpu)).put("memory", memory + "Mi");
        var extra = isGuaranteed ? 0 : random.nextInt(3);
        resources.putObject("limits").put("cpu", cpu(cpu + 1000 * extra)).put("memory", memory + 512 * extra + "Mi");
    }

    private static int milli(String cpu) {
        return cpu.isEmpty() ? 0 : (int) Quantity.of(cpu).milliValue();
    }

    /** The API may write 3072Mi as 3Gi. */
    private static int mebi(String memory) {
        return memory.isEmpty() ? 0 : (int) (Quantity.of(memory).value() >> 20);
    }

    /** A patch of the resources of a pod: of its level, or of one of its containers. What it must not change, the API refuses. */
    public ObjectNode resize(ObjectNode pod) {
        var patch = ClientJson.object();
        var spec = patch.putObject("spec");
        var level = pod.path("spec").path("resources");
        if (!level.isMissingNode() && oneIn(2)) {
            var resources = spec.putObject("resources");
            changed(resources, level);
            return patch;
        }
        var containers = pod.path("spec").path("containers");
        var list = spec.putArray("containers");
        for (var container : containers) {
            if (containers.size() > 1 && oneIn(2)) continue;
            var next = list.addObject().put("name", container.path("name").asText());
            changed(next.putObject("resources"), container.path("resources"));
        }
        return patch;
    }

    private void changed(ObjectNode resources, com.fasterxml.jackson.databind.JsonNode before) {
        var requests = before.path("requests");
        var limits = before.path("limits");
        var isSame = requests.equals(limits);
        var what = random.nextInt(3);
        if (what != 0 && requests.has("cpu")) {
            var cpu = Math.max(50, milli(requests.path("cpu").asText()) + change(1000) / 50 * 50);
            resources.withObject("/requests").put("cpu", cpu(cpu));
            if (isSame) resources.withObject("/limits").put("cpu", cpu(cpu));
            else if (limits.has("cpu")) resources.withObject("/limits").put("cpu", cpu(cpu + 500));
        }
        if (what != 1 && requests.has("memory")) {
            var memory = Math.max(32, mebi(requests.path("memory").asText()) + change(oneIn(3) ? 3000 : 300));
            resources.withObject("/requests").put("memory", memory + "Mi");
            if (isSame) resources.withObject("/limits").put("memory", memory + "Mi");
            else if (limits.has("memory"))
                resources.withObject("/limits").put("memory", memory + random.nextInt(600) + "Mi");
        }
    }

    private int change(int most) {
        return random.nextInt(2 * most) - most;
    }
}
