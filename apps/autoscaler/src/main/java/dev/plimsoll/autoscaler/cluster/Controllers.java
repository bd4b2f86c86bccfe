package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ParsedSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The controllers above pods, read when they are asked for and remembered for a while.
 *
 * <p>A controller that cannot be read for the moment stays as it was read last: history must not be lost because the API server
 * did not answer once.
 */
public final class Controllers {
    private static final Duration FRESH = Duration.ofSeconds(30);
    private static final int LARGEST = 100_000;

    private final ApiClient client;
    private final Time time;
    private final Map<Key, Known> known = new ConcurrentHashMap<>();

    public Controllers(ApiClient client, Time time) {
        this.client = client;
        this.time = time;
    }

    private record Key(String namespace, String kind, String name) {}

    private record Known(Found found, long readAt) {}

    /** What is known of a controller. */
    public sealed interface Found {
        /**
         * It is there.
         *
         * @param replicas how many pods it is asked to keep; -1 where it does not say
         */
        record Controller(LabelSelector selector, Optional<Reference> above, int replicas, boolean setsPodLevel)
                implements Found {}

        record Unreadable(String why) implements Found {}
    }

    public Found find(String namespace, Reference reference) {
        var key = new Key(namespace, reference.kind(), reference.name());
        var before = known.get(key);
        if (before != null && time.nanos() - before.readAt() < FRESH.toNanos()) return before.found();
        var read = read(namespace, reference);
        var found = read.orElseGet(() -> before != null && before.found() instanceof Found.Controller
                ? before.found()
                : new Found.Unreadable("the API server did not answer"));
        if (known.size() > LARGEST) known.clear();
        known.put(key, new Known(found, time.nanos()));
        return found;
    }

    /** Empty where nothing is known for the moment. */
    private Optional<Found> read(String namespace, Reference reference) {
        var resource = Resources.controller(reference.kind());
        if (resource.isEmpty()) {
            return Optional.of(new Found.Unreadable("Unhandled targetRef " + reference.apiVersion() + " / "
                    + reference.kind() + " / " + reference.name()));
        }
        var outcome = client.get(resource.get(), new ObjectName(namespace, reference.name()));
        return switch (outcome) {
            case Outcome.Done<ObjectNode>(var document) -> Optional.of(controller(document));
            case Outcome.NotFound<ObjectNode> _ ->
                Optional.of(new Found.Unreadable(
                        reference.kind() + " " + namespace + "/" + reference.name() + " does not exist"));
            case Outcome.Conflict<ObjectNode> _, Outcome.Refused<ObjectNode> _, Outcome.Unreachable<ObjectNode> _ ->
                Optional.empty();
        };
    }

    private static Found controller(JsonNode document) {
        var spec = document.path("spec");
        var template = spec.path("template");
        var kind = document.path("kind").asText();
        var text = switch (kind) {
            case "CronJob" -> equalities(spec.at("/jobTemplate/spec/template/metadata/labels"));
            case "ReplicationController" -> equalities(spec.path("selector"));
            default -> selector(spec.path("selector"));
        };
        return switch (LabelSelector.parse(text)) {
            case ParsedSelector.Parsed<LabelSelector>(var selector) ->
                new Found.Controller(
                        selector,
                        Reference.controllerOf(document),
                        kind.equals("DaemonSet")
                                ? document.path("status").path("numberReady").asInt(-1)
                                : spec.path("replicas").asInt(-1),
                        template.at("/spec/resources").isObject());
            case ParsedSelector.Malformed<LabelSelector>(var message) -> new Found.Unreadable(message);
        };
    }

    private static String selector(JsonNode selector) {
        var parts = new ArrayList<String>();
        var labels = equalities(selector.path("matchLabels"));
        if (!labels.isEmpty()) parts.add(labels);
        for (var expression : selector.path("matchExpressions")) {
            var key = expression.path("key").asText();
            var values = new ArrayList<String>();
            for (var value : expression.path("values")) values.add(value.asText());
            parts.add(
                    switch (expression.path("operator").asText()) {
                        case "In" -> key + " in (" + String.join(",", values) + ")";
                        case "NotIn" -> key + " notin (" + String.join(",", values) + ")";
                        case "DoesNotExist" -> "!" + key;
                        default -> key;
                    });
        }
        return String.join(",", parts);
    }

    private static String equalities(JsonNode labels) {
        var parts = new ArrayList<String>();
        for (var entry : labels.properties())
            parts.add(entry.getKey() + "=" + entry.getValue().asText());
        return String.join(",", parts);
    }

    /** The highest controller above an object that is known, itself included; empty where owners run in a circle. */
    public Optional<Reference> topmost(String namespace, Reference lowest) {
        var seen = new HashSet<String>();
        var current = lowest;
        while (seen.add(current.kind() + "/" + current.name())) {
            var found = find(namespace, current);
            var above = found instanceof Found.Controller controller ? controller.above() : Optional.<Reference>empty();
            if (above.isEmpty() || !isKnown(namespace, above.get())) return Optional.of(current);
            current = above.get();
        }
        return Optional.empty();
    }

    private boolean isKnown(String namespace, Reference reference) {
        return Resources.controller(reference.kind()).isPresent()
                && find(namespace, reference) instanceof Found.Controller;
    }

    /** What a target selects, or why it cannot be used. */
    public sealed interface Target {
        record Selects(LabelSelector selector) implements Target {}

        record Unsupported(String message) implements Target {}
    }

    public Target target(String namespace, Reference target) {
        return switch (find(namespace, target)) {
            case Found.Unreadable(var why) -> new Target.Unsupported("Cannot read targetRef. Reason: " + why);
            case Found.Controller controller -> {
                var top = topmost(namespace, target);
                yield top.isPresent() && top.get().isSame(target)
                        ? new Target.Selects(controller.selector())
                        : new Target.Unsupported("The targetRef controller has a parent controller but it should "
                                + "point to a topmost well-known or scalable controller");
            }
        };
    }
}
