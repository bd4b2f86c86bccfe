package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.objects.autoscaling.PodMetricsObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.policy.LimitRangeObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The objects of a cluster that the console follows, as whoever started it may see them. */
public final class ClusterCaches implements AutoCloseable {
    /** Pods by the node that they are on. */
    public static final CacheIndex<PodObject> BY_NODE = new CacheIndex<>("node", pod -> Set.of(pod.nodeName()));

    /** Of these a cluster may have none at all. */
    private static final Set<ApiResource> OPTIONAL = Set.of(PodMetricsObject.KIND.resource(), VpaObject.RESOURCE);

    private final ApiClient client;
    private final DirtyObjects dirty;
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    /** What is wrong with each list or watch that does not work now. */
    private final Map<ApiResource, String> troubles = new ConcurrentHashMap<>();

    private final Cache<NodeObject> nodes;
    private final Cache<PodObject> pods;
    private final Cache<PodMetricsObject> metrics;
    private final Cache<NamespaceObject> namespaces;
    private final Cache<ResourceQuotaObject> quotas;
    private final Cache<LimitRangeObject> limitRanges;
    private final Cache<VpaObject> autoscalers;

    /**
     * Begins to follow.
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
        nodes = follow(NodeObject.KIND.resource(), all, NodeObject.KIND::decode, List.of());
        pods = follow(
                PodObject.KIND.resource(), some, PodObject.KIND::decode, List.of(BY_NODE, TargetPods.BY_WORKLOAD));
        metrics = follow(PodMetricsObject.KIND.resource(), some, PodMetricsObject.KIND::decode, List.of());
        namespaces = follow(NamespaceObject.KIND.resource(), named, NamespaceObject.KIND::decode, List.of());
        quotas = follow(ResourceQuotaObject.KIND.resource(), some, ResourceQuotaObject.KIND::decode, List.of());
        limitRanges = follow(LimitRangeObject.KIND.resource(), some, LimitRangeObject.KIND::decode, List.of());
        autoscalers = follow(VpaObject.RESOURCE, some, VpaObject::decode, List.of());
        for (var reflector : reflectors) {
            threads.add(ComponentThreads.named("console-follow").start(reflector));
        }
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
        reflectors.add(
                new Reflector<>(client, resource, selection, cache, observer, Time.system(), new SecureRandom()));
        return cache;
    }

    public Cache<NodeObject> nodes() {
        return nodes;
    }

    public Cache<PodObject> pods() {
        return pods;
    }

    public Cache<PodMetricsObject> metrics() {
        return metrics;
    }

    public Cache<NamespaceObject> namespaces() {
        return namespaces;
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
    public void close() {
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
