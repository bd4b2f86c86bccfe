package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Selection;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Decoder;
import dev.plimsoll.client.cache.Decoder.Decoded;
import dev.plimsoll.client.cache.Index;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.estimation.capping.Surroundings;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The objects of a cluster that all parts of the autoscaler look at, kept up to date by one watch each. */
public final class Cluster implements AutoCloseable {
    private final ApiClient client;
    private final Observer observer;
    private final Time time;
    private final RandomGenerator random;
    private final Controllers controllers;
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private static final Index<Vpa> VPAS_OF =
            new Index<>("namespace", vpa -> Set.of(vpa.name().namespace()));
    private static final Index<PodView> PODS_OF =
            new Index<>("namespace", pod -> Set.of(pod.name().namespace()));
    private static final Index<LimitRange> RANGES_OF =
            new Index<>("namespace", range -> Set.of(range.metadata().namespace()));
    private static final Index<ResourceQuota> QUOTAS_OF =
            new Index<>("namespace", quota -> Set.of(quota.metadata().namespace()));

    private final Cache<Vpa> vpas;
    private final Cache<PodView> pods;
    private final Cache<LimitRange> ranges;
    private final Cache<ResourceQuota> quotas;

    public Cluster(ApiClient client, Observer observer, Time time, RandomGenerator random) {
        this.client = client;
        this.observer = observer;
        this.time = time;
        this.random = random;
        this.controllers = new Controllers(client, time);
        this.vpas = new Cache<>(VpaReader::decode, List.of(VPAS_OF), observer);
        this.pods = new Cache<>(PodView::decode, List.of(PODS_OF), observer);
        this.ranges = new Cache<>(decoder(PolicyReader::limitRange), List.of(RANGES_OF), observer);
        this.quotas = new Cache<>(decoder(PolicyReader::resourceQuota), List.of(QUOTAS_OF), observer);
    }

    private static <T> Decoder<T> decoder(Function<JsonNode, Read<T>> reader) {
        return document -> switch (reader.apply(document)) {
            case Read.Ok<T>(var view) -> new Decoded.View<>(view);
            case Read.Malformed<T>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    /** Begins to follow; returns once everything was listed, or false where that took too long. */
    public boolean start(Duration patience) throws InterruptedException {
        follow(Resources.VPAS, vpas);
        follow(ApiResource.PODS, pods);
        follow(Resources.LIMIT_RANGES, ranges);
        follow(Resources.QUOTAS, quotas);
        for (var cache : List.of(vpas, pods, ranges, quotas)) if (!cache.awaitSync(patience)) return false;
        return true;
    }

    private <T> void follow(ApiResource resource, Cache<T> cache) {
        var reflector = new Reflector<>(client, resource, Selection.ALL, cache, observer, time, random);
        reflectors.add(reflector);
        threads.add(Thread.ofVirtual().name("autoscaler-" + resource.plural()).start(reflector));
    }

    public Cache<Vpa> vpas() {
        return vpas;
    }

    public Cache<PodView> pods() {
        return pods;
    }

    public Controllers controllers() {
        return controllers;
    }

    public List<PodView> podsOf(String namespace) {
        return pods.found(PODS_OF, namespace);
    }

    public Surroundings surroundings(String namespace) {
        return Surroundings.of(ranges.found(RANGES_OF, namespace));
    }

    public List<ResourceQuota> quotas(String namespace) {
        return quotas.found(QUOTAS_OF, namespace);
    }

    /** The object whose target is the topmost controller of something with these labels: the oldest, of several. */
    public Optional<Vpa> controlling(String namespace, Reference controller, Map<String, String> labels) {
        var candidates = vpas.found(VPAS_OF, namespace);
        if (candidates.isEmpty()) return Optional.empty();
        var top = controllers.topmost(namespace, controller);
        return candidates.stream()
                .filter(vpa -> top.isPresent() && vpa.target().isSame(top.get()))
                .filter(vpa -> controllers.target(namespace, vpa.target()) instanceof Controllers.Target.Selects selects
                        && selects.selector().matches(labels))
                .min(Vpa.OLDEST_FIRST);
    }

    @Override
    public void close() {
        for (var reflector : reflectors) reflector.close();
        for (var thread : threads) thread.interrupt();
    }
}
