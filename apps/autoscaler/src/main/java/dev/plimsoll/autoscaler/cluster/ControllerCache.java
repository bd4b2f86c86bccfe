package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The controllers above pods, as they are watched. One that was made a moment ago may not have been heard of yet; then it is
 * asked for once.
 *
 * <p>What cannot be read for the moment stays as it was read last: history must not be lost because the API server did not
 * answer once.
 */
public final class ControllerCache {
    private static final Duration ASKED = Duration.ofSeconds(10);
    private static final int MOST_ASKED = 10_000;

    private final ApiClient client;
    private final Time time;
    private final Map<String, Cache<FoundController>> watched;
    private final ScaleCache scales;
    private final Map<Key, Asked> asked = new ConcurrentHashMap<>();

    /** With a cache for each kind that is watched. */
    ControllerCache(ApiClient client, Map<String, Cache<FoundController>> watched, ScaleCache scales, Time time) {
        this.client = client;
        this.watched = Map.copyOf(watched);
        this.scales = scales;
        this.time = time;
    }

    private record Key(String namespace, String kind, String name) {}

    private record Asked(FoundController found, long at) {}

    public FoundController find(String namespace, CrossVersionObjectReference reference) {
        var cache = watched.get(reference.kind());
        if (cache == null || AutoscalerResources.controller(reference.kind()).isEmpty()) {
            return scales.find(namespace, reference);
        }
        var held = cache.find(new ObjectName(namespace, reference.name()));
        return held.isPresent() ? held.get() : ask(namespace, reference);
    }

    private FoundController ask(String namespace, CrossVersionObjectReference reference) {
        var key = new Key(namespace, reference.kind(), reference.name());
        var before = asked.get(key);
        var now = time.nanos();
        if (before != null && now - before.at() < ASKED.toNanos()) return before.found();
        var resource = AutoscalerResources.controller(reference.kind()).orElseThrow();
        var found = switch (client.get(resource, new ObjectName(namespace, reference.name()))) {
            case RequestResult.Done<ObjectNode>(var document) -> FoundController.wellKnown(reference.kind(), document);
            case RequestResult.NotFound<ObjectNode> _ ->
                new FoundController.Unreadable(
                        reference.kind() + " " + namespace + "/" + reference.name() + " does not exist");
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ ->
                before != null && before.found() instanceof FoundController.Controller
                        ? before.found()
                        : new FoundController.Unreadable("the API server did not answer");
        };
        if (asked.size() > MOST_ASKED) asked.clear();
        asked.put(key, new Asked(found, now));
        return found;
    }

    /** The highest controller above an object that is known, itself included; empty where owners run in a circle. */
    public Optional<CrossVersionObjectReference> topmost(String namespace, CrossVersionObjectReference lowest) {
        var seen = new HashSet<String>();
        var current = lowest;
        while (seen.add(current.kind() + "/" + current.name())) {
            var above = find(namespace, current) instanceof FoundController.Controller controller
                    ? controller.above()
                    : Optional.<CrossVersionObjectReference>empty();
            if (above.isEmpty() || !isKnown(namespace, above.get())) return Optional.of(current);
            current = above.get();
        }
        return Optional.empty();
    }

    /** A node owns the pods that it brought itself; nobody scales it. */
    private boolean isKnown(String namespace, CrossVersionObjectReference reference) {
        return !reference.kind().equals("Node") && find(namespace, reference) instanceof FoundController.Controller;
    }

    /** What a target selects, or why it cannot be used. */
    public sealed interface Target {
        record Selects(LabelSelector selector) implements Target {}

        record Unsupported(String message) implements Target {}
    }

    public Target target(String namespace, CrossVersionObjectReference target) {
        return switch (find(namespace, target)) {
            case FoundController.Unreadable(var why) -> new Target.Unsupported("Cannot read targetRef. Reason: " + why);
            case FoundController.Controller controller -> {
                var top = topmost(namespace, target);
                yield top.isPresent() && top.get().isSame(target)
                        ? new Target.Selects(controller.selector())
                        : new Target.Unsupported("The targetRef controller has a parent controller but it should "
                                + "point to a topmost well-known or scalable controller");
            }
        };
    }
}
