package dev.plimsoll.cli.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Nodes, pods and their use as watches of the cluster tell them. */
final class ClusterFollower implements AutoCloseable {
    private static final ApiResource POD_METRICS =
            ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics");

    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Cache<ObjectNode> nodes;
    private final Cache<ObjectNode> pods;
    private final Cache<ObjectNode> metrics;
    /** What is wrong with each list or watch that does not work now. */
    private final Map<ApiResource, String> troubles = new ConcurrentHashMap<>();

    ClusterFollower(ApiClient client, Runnable onChange) {
        nodes = follow(client, ApiResource.NODES, onChange);
        pods = follow(client, ApiResource.PODS, onChange);
        metrics = follow(client, POD_METRICS, onChange);
        for (var reflector : reflectors) threads.add(Thread.ofVirtual().start(reflector));
    }

    private Cache<ObjectNode> follow(ApiClient client, ApiResource resource, Runnable onChange) {
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {}

            @Override
            public void trouble(ApiResource which, String problem) {
                // A cluster without usage is shown without it.
                if (!which.equals(POD_METRICS)) troubles.put(which, problem);
                onChange.run();
            }

            @Override
            public void recovered(ApiResource which) {
                troubles.remove(which);
                onChange.run();
            }

            @Override
            public void defect(RuntimeException exception) {
                troubles.put(resource, exception.toString());
            }
        };
        var cache = new Cache<ObjectNode>(Decoded.View::new, List.of(), observer);
        cache.subscribe(_ -> onChange.run());
        reflectors.add(
                new Reflector<>(client, resource, ObjectSelection.ALL, cache, observer, Time.system(), new Random()));
        return cache;
    }

    /** Whether nodes and pods are all known; use is waited for a little. */
    boolean awaitSync(Duration patience) throws InterruptedException {
        var isKnown = nodes.awaitSync(patience) && pods.awaitSync(patience);
        if (isKnown) metrics.awaitSync(Duration.ofSeconds(1));
        return isKnown;
    }

    ClusterSnapshot snapshot() {
        return SnapshotReader.read(nodes.all(), pods.all(), metrics.all(), Instant.now());
    }

    /** What is wrong with the connection now; empty if nothing is. */
    String trouble() {
        return troubles.values().stream().findFirst().orElse("");
    }

    @Override
    public void close() {
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
