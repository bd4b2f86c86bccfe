package dev.plimsoll.benchmarks.endurance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Resizes that were sent, and how each of them ended. */
final class SentResizes {
    private final ApiClient client;
    /** Generation and time of the last resize of each pod that has not ended. */
    private final Map<String, Sent> open = new ConcurrentHashMap<>();

    /** Each pod as it was seen last: what a resize brings about may be seen before its answer. */
    private final Map<String, Seen> last = new ConcurrentHashMap<>();

    final Latencies latencies = new Latencies();
    final LongAdder sent = new LongAdder();
    final LongAdder done = new LongAdder();
    final LongAdder deferred = new LongAdder();
    final LongAdder infeasible = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder replaced = new LongAdder();
    final LongAdder unreachable = new LongAdder();

    private record Sent(long generation, long nanos) {}

    /**
     * What a watcher saw.
     *
     * @param pending why the resize waits, or will never be; empty if neither
     */
    private record Seen(long generation, boolean isInProgress, String pending, long nanos) {}

    SentResizes(ApiClient client) {
        this.client = client;
    }

    void send(String pod, String cpu) {
        var patch = JsonNodeFactory.instance.objectNode();
        var container = patch.putObject("spec").putArray("containers").addObject();
        container
                .put("name", "main")
                .putObject("resources")
                .putObject("requests")
                .put("cpu", cpu);
        var began = System.nanoTime();
        sent.increment();
        switch (client.patch(
                ApiResource.PODS.sub("resize"), new ObjectName("default", pod), new Patch.Strategic(patch))) {
            case RequestResult.Done<ObjectNode>(var answer) -> {
                var generation = answer.at("/metadata/generation").asLong();
                if (open.put(pod, new Sent(generation, began)) != null) replaced.increment();
                var seen = last.get(pod);
                if (seen != null) settle(pod, seen);
            }
            case RequestResult.Refused<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _ -> refused.increment();
            case RequestResult.Unreachable<ObjectNode> _ -> unreachable.increment();
        }
    }

    /** A pod as a watcher sees it. */
    void seen(JsonNode pod) {
        var name = pod.at("/metadata/name").asText();
        var pending = "";
        var isInProgress = false;
        for (var condition : pod.at("/status/conditions")) {
            var type = condition.path("type").asText();
            isInProgress |= type.equals("PodResizeInProgress");
            if (type.equals("PodResizePending"))
                pending = condition.path("reason").asText();
        }
        var seen = new Seen(pod.at("/status/observedGeneration").asLong(), isInProgress, pending, System.nanoTime());
        last.put(name, seen);
        settle(name, seen);
    }

    private void settle(String name, Seen seen) {
        var waiting = open.get(name);
        if (waiting == null || seen.generation() < waiting.generation() || seen.isInProgress()) return;
        if (!open.remove(name, waiting)) return;
        switch (seen.pending()) {
            case "" -> {
                done.increment();
                latencies.add(seen.nanos() - waiting.nanos());
            }
            case "Infeasible" -> infeasible.increment();
            default -> deferred.increment();
        }
    }

    /** Those that have not ended. */
    int open() {
        return open.size();
    }

    @Override
    public String toString() {
        return sent.sum() + " sent: " + done.sum() + " done, " + deferred.sum() + " deferred, " + infeasible.sum()
                + " infeasible, " + refused.sum() + " refused, " + replaced.sum() + " replaced, " + open() + " open";
    }
}
