package dev.plimsoll.benchmarks.up;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.benchmarks.figures.FigureFile;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.WatchStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;

/** How long pods and their resizes take, one after the other, as a client over the network sees it. */
final class PodTimes {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final String OF_CONTAINER =
            "{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\"200m\"}}}]}";
    private static final String OF_POD = "{\"resources\":{\"requests\":{\"cpu\":\"600m\"}}}";

    private final ApiClient client;

    PodTimes(ApiClient client) {
        this.client = client;
    }

    /** One pod after the other from create to Running, then resized at container and at pod level, then deleted. */
    void measure(int count, boolean isShown) throws IOException {
        var running = new long[count];
        var container = new long[count];
        var pod = new long[count];
        try (var events = followed()) {
            for (var i = 0; i < count; i++) {
                var name = new ObjectName("default", "timed-" + i);
                running[i] = until(events, name, PodTimes::isRunning, () -> client.create(ApiResource.PODS, pod(name)));
                container[i] = resized(events, name, OF_CONTAINER);
                pod[i] = resized(events, name, OF_POD);
                var deleted = client.delete(ApiResource.PODS, name, DeleteOptions.atOnce(""));
                if (!deleted.problem().isEmpty()) throw new IllegalStateException(deleted.problem());
            }
        }
        if (!isShown) return;
        show("create -> Running", running);
        show("resize of a container -> in force", container);
        show("resize of a pod -> in force", pod);
    }

    private long resized(WatchStream events, ObjectName name, String spec) throws IOException {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.set("spec", ClientJson.read(spec.getBytes(StandardCharsets.UTF_8)).orElseThrow());
        return until(
                events,
                name,
                PodTimes::isSettled,
                () -> client.patch(ApiResource.PODS.sub("resize"), name, new Patch.Strategic(patch)));
    }

    private interface Request {
        RequestResult<ObjectNode> send();
    }

    private static long until(WatchStream events, ObjectName name, Predicate<ObjectNode> condition, Request request)
            throws IOException {
        var began = System.nanoTime();
        var answer = request.send();
        var sent = answer.done().orElseThrow(() -> new IllegalStateException(name + ": " + answer.problem()));
        var generation = sent.at("/metadata/generation").asLong();
        for (var event = events.next(); event.isPresent(); event = events.next()) {
            if (!(event.get() instanceof WatchEvent.Modified(var seen))
                    || !ObjectName.of(seen).equals(name)) continue;
            if (seen.at("/metadata/generation").asLong() >= generation && condition.test(seen))
                return System.nanoTime() - began;
        }
        throw new IOException("the watch ended");
    }

    private WatchStream followed() {
        var watch = client.watch(ApiResource.PODS, ObjectSelection.inNamespace("default"), "", LONGEST);
        return watch.done().orElseThrow(() -> new IllegalStateException(watch.problem()));
    }

    private static boolean isRunning(ObjectNode pod) {
        return pod.at("/status/phase").asText().equals("Running");
    }

    private static boolean isSettled(ObjectNode pod) {
        if (pod.at("/status/observedGeneration").asLong()
                < pod.at("/metadata/generation").asLong()) return false;
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().startsWith("PodResize")) return false;
        }
        return true;
    }

    private static ObjectNode pod(ObjectName name) {
        var pod = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        var spec = pod.putObject("spec");
        spec.putObject("resources").putObject("requests").put("cpu", "500m").put("memory", "256Mi");
        var container = spec.putArray("containers").addObject();
        container.put("name", "main").put("image", "app");
        container
                .putObject("resources")
                .putObject("requests")
                .put("cpu", "100m")
                .put("memory", "64Mi");
        return pod;
    }

    private static void show(String what, long[] nanos) {
        var sorted = nanos.clone();
        Arrays.sort(sorted);
        FigureFile.add(what + ", p50", sorted[sorted.length / 2] / 1e6, "ms");
        FigureFile.add(what + ", p99", sorted[sorted.length * 99 / 100] / 1e6, "ms");
        System.out.printf(
                Locale.ROOT,
                "%-36s p50 %.1f ms, p99 %.1f ms, longest %.1f ms%n",
                what,
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }
}
