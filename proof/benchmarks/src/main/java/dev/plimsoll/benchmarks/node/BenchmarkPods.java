package dev.plimsoll.benchmarks.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.WatchEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Pods of the benchmark, watched by one watcher that wakes whoever waits for one of them to have some CPU. */
final class BenchmarkPods implements AutoCloseable {
    private final ApiClient client;
    private final Map<String, Wait> waits = new ConcurrentHashMap<>();
    private final Thread watcher;

    private record Wait(String cpu, CountDownLatch seen) {}

    BenchmarkPods(ApiClient client) {
        this.client = client;
        this.watcher = Thread.ofVirtual().name("watcher").start(this::watch);
    }

    private void watch() {
        var stream = client.watch(ApiResource.PODS, ObjectSelection.ALL, "", Duration.ofHours(1))
                .done()
                .orElseThrow();
        try (stream) {
            for (var event = stream.next(); event.isPresent(); event = stream.next()) {
                switch (event.get()) {
                    case WatchEvent.Added(var pod) -> look(pod);
                    case WatchEvent.Modified(var pod) -> look(pod);
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> {}
                }
            }
        } catch (IOException _) {
            Thread.currentThread().interrupt(); // the end of the run
        }
    }

    /** In force means that what was read back is what the spec asks for. */
    private void look(JsonNode pod) {
        var name = pod.path("metadata").path("name").asText();
        var wait = waits.get(name);
        if (wait == null || !pod.at("/status/phase").asText().equals("Running")) return;
        if (pod.at("/status/containerStatuses/0/resources/requests/cpu")
                        .asText()
                        .equals(wait.cpu())
                && pod.at("/status/resources/requests/cpu").asText().equals(wait.cpu())) {
            waits.remove(name);
            wait.seen().countDown();
        }
    }

    private CountDownLatch expect(String name, String cpu) {
        var seen = new CountDownLatch(1);
        waits.put(name, new Wait(cpu, seen));
        return seen;
    }

    void create(int from, int until) throws InterruptedException {
        for (var i = from; i < until; i++) {
            var seen = expect(name(i), "100m");
            check(client.create(ApiResource.PODS, pod(i)).problem());
            seen.await();
        }
    }

    /** Nanoseconds from sending the patch until the watcher has seen it in force. */
    long resize(int index, String cpu) throws InterruptedException {
        var seen = expect(name(index), cpu);
        var began = System.nanoTime();
        check(client.patch(
                        ApiResource.PODS.sub("resize"),
                        new ObjectName("default", name(index)),
                        new Patch.Strategic(resources(cpu)))
                .problem());
        seen.await();
        return System.nanoTime() - began;
    }

    private static void check(String problem) {
        if (!problem.isEmpty()) throw new IllegalStateException(problem);
    }

    private static String name(int index) {
        return "pod-" + index;
    }

    private static ObjectNode pod(int index) {
        var pod = resources("100m");
        pod.putObject("metadata").put("name", name(index)).put("namespace", "default");
        var spec = (ObjectNode) pod.get("spec");
        spec.put("nodeName", "node-0");
        ((ObjectNode) spec.path("containers").get(0)).put("image", "i");
        return pod;
    }

    private static ObjectNode resources(String cpu) {
        var pod = JsonNodeFactory.instance.objectNode();
        var spec = pod.putObject("spec");
        spec.putObject("resources").putObject("requests").put("cpu", cpu);
        var container = spec.putArray("containers").addObject().put("name", "c");
        container.putObject("resources").putObject("requests").put("cpu", cpu);
        return pod;
    }

    @Override
    public void close() {
        watcher.interrupt();
    }
}
