package dev.plimsoll.autoscaler.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ParsedSelector;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a controller. */
public sealed interface FoundController {
    /**
     * It is there.
     *
     * @param aboveOrNull what controls it in turn
     * @param replicas how many pods it is asked to keep; -1 where it does not say
     * @param setsPodLevel whether its pods ask for cpu or memory as a whole
     */
    record Controller(LabelSelector selector, @Nullable Reference aboveOrNull, int replicas, boolean setsPodLevel)
            implements FoundController {
        Optional<Reference> above() {
            return Optional.ofNullable(aboveOrNull);
        }
    }

    record Unreadable(String why) implements FoundController {}

    /** A controller that Kubernetes itself has. */
    static FoundController wellKnown(String kind, JsonNode document) {
        var spec = document.path("spec");
        var text = switch (kind) {
            case "CronJob" -> equalities(spec.at("/jobTemplate/spec/template/metadata/labels"));
            case "ReplicationController" -> equalities(spec.path("selector"));
            default -> selector(spec.path("selector"));
        };
        var replicas = kind.equals("DaemonSet")
                ? document.path("status").path("numberReady").asInt(-1)
                : spec.path("replicas").asInt(-1);
        var template = kind.equals("CronJob") ? spec.at("/jobTemplate/spec/template") : spec.path("template");
        return of(text, document, replicas, setsPodLevel(template.at("/spec/resources")));
    }

    /** Any other, by what its {@code /scale} says. */
    static FoundController scalable(JsonNode scale) {
        var text = scale.path("status").path("selector").asText();
        if (text.isEmpty()) return new Unreadable("its scale subresource has no selector");
        return of(text, scale, scale.path("spec").path("replicas").asInt(-1), false);
    }

    private static FoundController of(String selectorText, JsonNode document, int replicas, boolean setsPodLevel) {
        return switch (LabelSelector.parse(selectorText)) {
            case ParsedSelector.Parsed<LabelSelector>(var selector) ->
                new Controller(selector, Reference.controllerOf(document).orElse(null), replicas, setsPodLevel);
            case ParsedSelector.Malformed<LabelSelector>(var message) -> new Unreadable(message);
        };
    }

    static Decoded<FoundController> decode(String kind, ObjectNode document) {
        return new Decoded.View<>(wellKnown(kind, document));
    }

    private static boolean setsPodLevel(JsonNode resources) {
        for (var side : new String[] {"requests", "limits"}) {
            for (var name : new String[] {"cpu", "memory"}) {
                if (resources.path(side).has(name)) return true;
            }
        }
        return false;
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
}
