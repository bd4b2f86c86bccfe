package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The objects of a cluster that the parts of the autoscaler look at, kept up to date by one watch each. */
public final class ClusterState implements AutoCloseable {
    private static final CacheIndex<VpaObject> VPAS_OF =
            new CacheIndex<>("namespace", vpa -> Set.of(vpa.name().namespace()));
    private static final CacheIndex<VpaObject> VPAS_FOR =
            new CacheIndex<>("target", vpa -> Set.of(key(vpa.name().namespace(), vpa.target())));
    private static final CacheIndex<AutoscaledPod> PODS_OF =
            new CacheIndex<>("namespace", pod -> Set.of(pod.name().namespace()));
    private static final CacheIndex<LimitRange> RANGES_OF =
            new CacheIndex<>("namespace", range -> Set.of(range.metadata().namespace()));
    private static final CacheIndex<ResourceQuota> QUOTAS_OF =
            new CacheIndex<>("namespace", quota -> Set.of(quota.metadata().namespace()));

    private static final CacheIndex<HorizontalPodAutoscalerObject> SCALERS_OF =
            new CacheIndex<>("namespace", scaler -> Set.of(scaler.name().namespace()));

    private static final Duration SCALERS = Duration.ofSeconds(5);

    private final ApiClient client;
    private final ExtraWatches interest;
    private final Observer observer;
    private final Time time;
    private final RandomGenerator random;
    private final ServedKinds kinds;
    private final ScaleCache scales;
    private final ServerGates gates;
    private final ControllerCache controllers;
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Cache<VpaObject> vpas;
    private final Cache<AutoscaledPod> pods;
    private final Cache<LimitRange> ranges;
    private final Cache<ResourceQuota> quotas;
    private final Cache<NodeView> nodes;
    private final Cache<EvictionNotice> evictions;
    private final Cache<HorizontalPodAutoscalerObject> scalers;
    /** In an order of their own, so that a start is the same in every process. */
    private final Map<String, Cache<FoundController>> workloads = new TreeMap<>();

    public ClusterState(ApiClient client, ExtraWatches interest, Observer observer, Time time, RandomGenerator random) {
        this.client = client;
        this.interest = interest;
        this.observer = observer;
        this.time = time;
        this.random = random;
        this.kinds = new ServedKinds(client, time);
        this.scales = new ScaleCache(client, kinds, time, random);
        this.gates = new ServerGates(client, time, random);
        for (var kind : AutoscalerResources.controllerKinds()) {
            workloads.put(kind, new Cache<>(document -> FoundController.decode(kind, document), List.of(), observer));
        }
        this.controllers = new ControllerCache(client, workloads, scales, time);
        this.vpas = new Cache<>(VpaObject::decode, List.of(VPAS_OF, VPAS_FOR), observer);
        this.pods = new Cache<>(AutoscaledPod::decode, List.of(PODS_OF), observer);
        this.ranges = new Cache<>(decoder(PolicyReader::limitRange), List.of(RANGES_OF), observer);
        this.quotas = new Cache<>(decoder(PolicyReader::resourceQuota), List.of(QUOTAS_OF), observer);
        this.nodes = new Cache<>(NodeView::decode, List.of(), observer);
        this.evictions = new Cache<>(EvictionNotice::decode, List.of(), observer);
        this.scalers = new Cache<>(
                document -> new Decoded.View<>(new HorizontalPodAutoscalerObject(document)),
                List.of(SCALERS_OF),
                observer);
    }

    private static String key(String namespace, CrossVersionObjectReference reference) {
        return namespace + "/" + reference.kind() + "/" + reference.name();
    }

    private static <T> ObjectDecoder<T> decoder(Function<JsonNode, Read<T>> reader) {
        return document -> switch (reader.apply(document)) {
            case Read.Ok<T>(var view) -> new Decoded.View<>(view);
            case Read.Malformed<T>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    /** Begins to follow; returns once everything was listed, or false where that took too long. */
    public boolean start(Duration patience) throws InterruptedException {
        var where = interest.namespaces().selection();
        var followed = new ArrayList<Cache<?>>();
        followed.add(follow(AutoscalerResources.VPAS, where, vpas));
        followed.add(follow(ApiResource.PODS, where, pods));
        followed.add(follow(AutoscalerResources.LIMIT_RANGES, where, ranges));
        followed.add(follow(AutoscalerResources.QUOTAS, where, quotas));
        workloads.forEach((kind, cache) -> {
            var resource = AutoscalerResources.controller(kind).orElseThrow();
            if (kinds.has(resource.apiVersion(), resource.plural())) followed.add(follow(resource, where, cache));
        });
        if (interest.nodes()) followed.add(follow(ApiResource.NODES, ObjectSelection.ALL, nodes));
        if (interest.evictions()) {
            followed.add(follow(ApiResource.EVENTS, where.withFields(EvictionNotice.FIELDS), evictions));
        }
        var followsScalers = interest.scalers()
                && kinds.has(AutoscalerResources.HPAS.apiVersion(), AutoscalerResources.HPAS.plural());
        if (followsScalers) follow(AutoscalerResources.HPAS, where, scalers);
        gates.refresh();
        threads.add(ComponentThreads.named("autoscaler-gates").start(gates));
        threads.add(ComponentThreads.named("autoscaler-scales").start(scales));
        for (var cache : followed) if (!cache.awaitSync(patience)) return false;
        // They are only warned of: who may not list them begins without.
        if (followsScalers) scalers.awaitSync(SCALERS);
        return true;
    }

    private <T> Cache<T> follow(ApiResource resource, ObjectSelection selection, Cache<T> cache) {
        var reflector = new Reflector<>(client, resource, selection, cache, observer, time, random);
        reflectors.add(reflector);
        threads.add(ComponentThreads.named("autoscaler-" + resource.plural()).start(reflector));
        return cache;
    }

    public Cache<VpaObject> vpas() {
        return vpas;
    }

    /** Those in the namespaces that count. */
    public List<VpaObject> countedVpas() {
        return vpas.all().stream()
                .filter(vpa -> interest.namespaces().include(vpa.name().namespace()))
                .toList();
    }

    public boolean counts(String namespace) {
        return interest.namespaces().include(namespace);
    }

    public Cache<AutoscaledPod> pods() {
        return pods;
    }

    public Cache<EvictionNotice> evictions() {
        return evictions;
    }

    public Cache<HorizontalPodAutoscalerObject> scalers() {
        return scalers;
    }

    public List<HorizontalPodAutoscalerObject> scalersOf(String namespace) {
        return scalers.found(SCALERS_OF, namespace);
    }

    public Cache<NodeView> nodes() {
        return nodes;
    }

    public Optional<NodeView> node(String name) {
        return nodes.find(ObjectName.ofCluster(name));
    }

    public ControllerCache controllers() {
        return controllers;
    }

    /** What the API server makes of pods. */
    public ServerGates gates() {
        return gates;
    }

    public ServedKinds kinds() {
        return kinds;
    }

    public List<AutoscaledPod> podsOf(String namespace) {
        return pods.found(PODS_OF, namespace);
    }

    public NamespaceRanges context(String namespace) {
        return NamespaceRanges.of(ranges.found(RANGES_OF, namespace));
    }

    public List<ResourceQuota> quotas(String namespace) {
        return quotas.found(QUOTAS_OF, namespace);
    }

    /** The object whose target is the topmost controller of something with these labels: the oldest, of several. */
    public Optional<VpaObject> controlling(
            String namespace, CrossVersionObjectReference controller, Map<String, String> labels) {
        if (!counts(namespace) || vpas.found(VPAS_OF, namespace).isEmpty()) return Optional.empty();
        var top = controllers.topmost(namespace, controller);
        if (top.isEmpty()) return Optional.empty();
        return vpas.found(VPAS_FOR, key(namespace, top.get())).stream()
                .filter(vpa ->
                        controllers.target(namespace, vpa.target()) instanceof ControllerCache.Target.Selects selects
                                && selects.selector().matches(labels))
                .min(VpaObject.OLDEST_FIRST);
    }

    /** An older object for the same target, which counts in place of this one. */
    public Optional<VpaObject> older(VpaObject vpa) {
        return vpas.found(VPAS_FOR, key(vpa.name().namespace(), vpa.target())).stream()
                .min(VpaObject.OLDEST_FIRST)
                .filter(first -> !first.name().equals(vpa.name()));
    }

    @Override
    public void close() {
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
