package dev.plimsoll.cli.watch;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Nodes, pods and their use as watches of the cluster tell them. */
final class ClusterFollower implements AutoCloseable {
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Cache<NodeObject> nodes;
    private final Cache<PodObject> pods;
    private final Cache<PodMetricsObject> metrics;
    /** What is wrong with each list or watch that does not work now. */
    private final Map<ApiResource, String> troubles = new ConcurrentHashMap<>();

    ClusterFollower(ApiClient client, Runnable onChange) {
        nodes = follow(client, NodeObject.KIND, onChange);
        pods = follow(client, PodObject.KIND, onChange);
        metrics = follow(client, PodMetricsObject.KIND, onChange);
        for (var reflector : reflectors) {
            threads.add(ComponentThreads.named("watch-follow").start(reflector));
        }
    }

    private <T extends ApiObject> Cache<T> follow(ApiClient client, ObjectKind<T> kind, Runnable onChange) {
        var resource = kind.resource();
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {}

            @Override
            public void trouble(ApiResource which, String problem) {
                // A cluster without usage is shown without it.
                if (!which.equals(PodMetricsObject.KIND.resource())) troubles.put(which, problem);
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
        var cache = new Cache<T>(kind::decode, List.of(), observer);
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
