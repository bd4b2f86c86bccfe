package dev.plimsoll.nodeagent.usage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.NodeClients;
import dev.plimsoll.objects.autoscaling.UsageMetricsDraft;
import dev.plimsoll.runtime.ErrorReporter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the API what nodes and pods use, one node after the other, each once in a window. A server that is slow to take it
 * is not pressed, and a cluster of many pods has other things to do: nine tenths of the time nothing is sent, and the windows grow
 * instead.
 *
 * <p>Where the API has no such resource, or another server owns it, nothing is told and one message says so.
 */
public final class UsageFeed implements Runnable {
    public static final Duration WINDOW = Duration.ofSeconds(15);
    /** How many times as long as something is sent nothing is. */
    private static final int IDLE = 9;

    private final NodeClients clients;
    private final Supplier<List<NodeAgent>> nodes;
    private final Time time;
    private final ErrorReporter errors;
    private final Duration window;
    private final Map<String, Told> told = new HashMap<>();

    public UsageFeed(ApiClient client, List<NodeAgent> nodes, Time time, ErrorReporter errors) {
        this(_ -> client, () -> nodes, time, errors, WINDOW);
    }

    /** Of the nodes that there are at the time, with another window than the usual one. */
    public UsageFeed(
            NodeClients clients, Supplier<List<NodeAgent>> nodes, Time time, ErrorReporter errors, Duration window) {
        this.window = window;
        this.clients = clients;
        this.nodes = nodes;
        this.time = time;
        this.errors = errors;
    }

    /** What a node said last, and of which pods. */
    private record Told(@Nullable Sample sample, Set<ObjectName> pods) {
        static final Told NOTHING = new Told(null, Set.of());
    }

    /** Whether there is a point in going on. */
    public enum Reception {
        TAKEN,
        /** Not reached, or turned away for now. */
        LATER,
        /** The API has no place for it. */
        UNWANTED
    }

    @Override
    public void run() {
        try {
            while (true) {
                var present = nodes.get();
                if (present.isEmpty()) time.sleep(window);
                var turn = window.dividedBy(Math.max(1, present.size()));
                for (var node : present) {
                    var begun = time.nanos();
                    if (tell(node) == Reception.UNWANTED) return;
                    var took = Duration.ofNanos(time.nanos() - begun);
                    time.sleep(pause(turn, took));
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // stopping
        }
    }

    /** How long nothing is sent after a node that took so long. */
    static Duration pause(Duration turn, Duration took) {
        var left = turn.minus(took);
        var least = took.multipliedBy(IDLE);
        return left.compareTo(least) > 0 ? left : least;
    }

    /** Reads a node and tells of it. */
    public Reception tell(NodeAgent node) {
        var name = node.shape().name();
        var client = clients.of(name);
        var before = told.getOrDefault(name, Told.NOTHING);
        var usage = node.runtime().usage();
        var sample = new Sample(time.instant(), node.runtime().nodeUsage(usage), usage);
        var documents = new UsageDocuments(sample, before.sample, window);
        var reception = received(
                name,
                write(
                        client,
                        UsageMetricsDraft.NODES,
                        documents.node(name, node.shape().allLabels())));
        if (reception != Reception.TAKEN) return reception;
        var pods = new HashSet<ObjectName>();
        for (var record : node.state().pods().values()) {
            var reading = usage.get(record.uid());
            var shown = shown(node, record);
            if (reading == null || reading.containers().isEmpty() || shown.isEmpty()) continue;
            var pod = shown.get();
            if (write(client, UsageMetricsDraft.PODS, documents.pod(pod, record.uid(), reading))
                    instanceof RequestResult.Done<?>) pods.add(new ObjectName(pod.namespace(), pod.name()));
        }
        for (var gone : before.pods) if (!pods.contains(gone)) remove(client, gone);
        told.put(name, new Told(sample, pods));
        return Reception.TAKEN;
    }

    /** The pod that the API has: of one from a file its mirror, if there is one. */
    private static Optional<ObjectMeta> shown(NodeAgent node, PodRecord record) {
        var pod = record.pod().metadata();
        return record.source() == PodSource.STATIC ? node.mirrors().of(pod) : Optional.of(pod);
    }

    private static RequestResult<ObjectNode> write(ApiClient client, ApiResource resource, ObjectNode document) {
        var changed = client.patch(resource, ObjectName.of(document), new Patch.Merge(document));
        return changed instanceof RequestResult.NotFound<ObjectNode> ? client.create(resource, document) : changed;
    }

    /**
     * What is not there any more needs no message: the pod's namespace may have gone with it, and what a node may not remove belongs to
     * a pod of the same name on another node.
     */
    private void remove(ApiClient client, ObjectName pod) {
        var outcome = client.delete(UsageMetricsDraft.PODS, pod, DeleteOptions.atOnce(""));
        if (outcome instanceof RequestResult.Refused<ObjectNode>(var status) && status.code() != 403)
            errors.tell("usage of pod " + pod + ": " + status.message());
    }

    private Reception received(String node, RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode> _ -> Reception.TAKEN;
            case RequestResult.NotFound<ObjectNode> _ -> unwanted("it has no such resource");
            case RequestResult.Refused<ObjectNode>(var status)
            when status.code() == 403 || status.code() == 405 -> unwanted(status.message());
            case RequestResult.Conflict<ObjectNode> _ -> Reception.LATER; // somebody made it at the same time
            case RequestResult.Refused<ObjectNode>(var status) -> later(node, status.message());
            case RequestResult.Unreachable<ObjectNode>(var why) -> later(node, why);
        };
    }

    private Reception unwanted(String why) {
        errors.tell("usage is not told to the API as metrics.k8s.io: " + why);
        return Reception.UNWANTED;
    }

    private Reception later(String node, String why) {
        errors.tell("usage of node " + node + ": " + why);
        return Reception.LATER;
    }
}
