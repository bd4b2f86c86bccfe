package dev.plimsoll.console.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.policy.LimitRangeObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the console follows of a cluster, as whoever started it may see it. Of pods, nodes and use it keeps what it shows of many; the whole of those that
 * somebody opens is beside that.
 */
public final class ClusterCaches implements AutoCloseable {
    /** Pods by the node that they are on. */
    public static final CacheIndex<FollowedPod> BY_NODE = new CacheIndex<>("node", pod -> Set.of(pod.node()));

    /** Of these a cluster may have none at all. */
    private static final Set<ApiResource> OPTIONAL = Set.of(PodMetricsObject.KIND.resource(), VpaObject.RESOURCE);

    private final ApiClient client;
    private final DirtyObjects dirty;
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    /** Those that only views need: they begin with the first viewer. */
    private final List<Reflector<?>> waiting = new ArrayList<>();
    /** What is wrong with each list or watch that does not work now. */
    private final Map<ApiResource, String> troubles = new ConcurrentHashMap<>();

    private final OpenedObjects<PodObject> openedPods;
    private final OpenedObjects<NodeObject> openedNodes;
    private final Cache<FollowedNode> nodes;
    private final Cache<FollowedPod> pods;
    private final Cache<FollowedUse> metrics;
    private final Cache<String> namespaces;
    private final Cache<ResourceQuotaObject> quotas;
    private final Cache<LimitRangeObject> limitRanges;
    private final Cache<VpaObject> autoscalers;

    /**
     * Begins to follow pods and nodes, which is enough for the history of resizes and changes; {@link #followRest} does the rest.
     *
     * @param namespace the only one that is followed; empty for all
     * @param dirty hears of what changed
     */
    public ClusterCaches(ApiClient client, String namespace, DirtyObjects dirty) {
        this.client = client;
        this.dirty = dirty;
        var all = ObjectSelection.ALL;
        var some = namespace.isEmpty() ? all : ObjectSelection.inNamespace(namespace);
        var named = namespace.isEmpty() ? all : ObjectSelection.ALL.withFields("metadata.name=" + namespace);
        openedPods = new OpenedObjects<>(client, PodObject.KIND, dirty::wake);
        openedNodes = new OpenedObjects<>(client, NodeObject.KIND, dirty::wake);
        nodes = follow(NodeObject.KIND.resource(), all, this::node, List.of());
        pods = follow(PodObject.KIND.resource(), some, this::pod, List.of(BY_NODE, TargetPods.BY_WORKLOAD));
        start();
        metrics = follow(PodMetricsObject.KIND.resource(), some, FollowedUse::decode, List.of());
        namespaces = follow(NamespaceObject.KIND.resource(), named, ClusterCaches::namespace, List.of());
        quotas = follow(ResourceQuotaObject.KIND.resource(), some, ResourceQuotaObject.KIND::decode, List.of());
        limitRanges = follow(LimitRangeObject.KIND.resource(), some, LimitRangeObject.KIND::decode, List.of());
        autoscalers = follow(VpaObject.RESOURCE, some, VpaObject::decode, List.of());
    }

    /** Begins to follow what else views show. */
    public void followRest() {
        start();
    }

    private synchronized void start() {
        for (var reflector : waiting) {
            reflectors.add(reflector);
            threads.add(ComponentThreads.named("console-follow").start(reflector));
        }
        waiting.clear();
    }

    private <T> Cache<T> follow(
            ApiResource resource, ObjectSelection selection, ObjectDecoder<T> decoder, List<CacheIndex<T>> indexes) {
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {
                // The last version that can be read stays on the page.
            }

            @Override
            public void trouble(ApiResource which, String problem) {
                if (!OPTIONAL.contains(which)) troubles.put(which, problem);
                dirty.wake();
            }

            @Override
            public void recovered(ApiResource which) {
                troubles.remove(which);
                dirty.wake();
            }

            @Override
            public void defect(RuntimeException exception) {
                troubles.put(resource, exception.toString());
            }
        };
        var cache = new Cache<T>(decoder, indexes, observer);
        cache.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<T>(var name, var _) -> dirty.changed(resource, name);
                case CacheChange.Updated<T>(var name, var _, var _) -> dirty.changed(resource, name);
                case CacheChange.Removed<T>(var name, var _) -> dirty.changed(resource, name);
                case CacheChange.Synced<T> _ -> dirty.wake();
            }
        });
        waiting.add(new Reflector<>(client, resource, selection, cache, observer, Time.system(), new SecureRandom()));
        return cache;
    }

    private Decoded<FollowedPod> pod(ObjectNode document) {
        var object = PodObject.KIND.of(document);
        openedPods.seen(object);
        return FollowedPod.decode(object, pods.find(object.name()).orElse(null));
    }

    private Decoded<FollowedNode> node(ObjectNode document) {
        var object = NodeObject.KIND.of(document);
        openedNodes.seen(object);
        return FollowedNode.decode(object);
    }

    private static Decoded<String> namespace(ObjectNode document) {
        return new Decoded.View<>(MetadataReader.name(document));
    }

    /** A turn of the loop that asks for opened objects begins. */
    void turn(Instant now) {
        openedPods.turn(now);
        openedNodes.turn(now);
    }

    public Cache<FollowedNode> nodes() {
        return nodes;
    }

    public Cache<FollowedPod> pods() {
        return pods;
    }

    /** What pods use, by the names of the pods. */
    public Cache<FollowedUse> metrics() {
        return metrics;
    }

    /** Names of namespaces. */
    public Cache<String> namespaces() {
        return namespaces;
    }

    /** Whole pods that somebody looks at. */
    public OpenedObjects<PodObject> openedPods() {
        return openedPods;
    }

    /** Whole nodes that somebody looks at. */
    public OpenedObjects<NodeObject> openedNodes() {
        return openedNodes;
    }

    public Cache<ResourceQuotaObject> quotas() {
        return quotas;
    }

    public Cache<LimitRangeObject> limitRanges() {
        return limitRanges;
    }

    public Cache<VpaObject> autoscalers() {
        return autoscalers;
    }

    /** What is wrong with the connection to the cluster now; empty if nothing is. */
    public String trouble() {
        return troubles.values().stream().sorted().findFirst().orElse("");
    }

    @Override
    public synchronized void close() {
        waiting.clear();
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
