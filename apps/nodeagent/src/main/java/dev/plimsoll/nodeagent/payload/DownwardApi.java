package dev.plimsoll.nodeagent.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.cri.CriReply;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a pod may learn about itself.
 *
 * @param document the pod as the API has it
 * @param spec as allocated: resources are told as they are, not as they are wished for
 * @param ip the pod's address; empty where it has none yet
 */
public record DownwardApi(ObjectNode document, PodSpec spec, String ip, NodeSetup node) {
    /** The document of one container; a missing node where there is none. */
    public JsonNode container(String name) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (var container : document.path("spec").path(list)) {
                if (container.path("name").asText().equals(name)) return container;
            }
        }
        return document.path("");
    }

    /** One value by its path, such as {@code metadata.labels['app']}. */
    CriReply<String> field(String path) {
        var metadata = document.path("metadata");
        for (var map : List.of("labels", "annotations")) {
            var prefix = "metadata." + map;
            if (path.equals(prefix)) return new CriReply.Ok<>(lines(metadata.path(map)));
            if (path.startsWith(prefix + "['") && path.endsWith("']")) {
                var key = path.substring(prefix.length() + 2, path.length() - 2);
                return new CriReply.Ok<>(metadata.path(map).path(key).asText());
            }
        }
        return switch (path) {
            case "metadata.name" -> new CriReply.Ok<>(metadata.path("name").asText());
            case "metadata.namespace" ->
                new CriReply.Ok<>(metadata.path("namespace").asText());
            case "metadata.uid" -> new CriReply.Ok<>(metadata.path("uid").asText());
            case "spec.nodeName" -> new CriReply.Ok<>(node.name());
            case "spec.serviceAccountName" ->
                new CriReply.Ok<>(
                        document.path("spec").path("serviceAccountName").asText());
            case "status.hostIP", "status.hostIPs" -> new CriReply.Ok<>(node.address());
            case "status.podIP", "status.podIPs" -> new CriReply.Ok<>(ip);
            default -> UnsupportedFeature.failure("fieldRef " + path);
        };
    }

    private static String lines(JsonNode map) {
        var lines = new ArrayList<String>();
        for (var entry : map.properties())
            lines.add(entry.getKey() + "=\"" + escaped(entry.getValue().asText()) + "\"");
        return lines.stream().sorted().collect(Collectors.joining("\n"));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /** A request or limit in units of a divisor, rounded up. A limit that nobody set is the pod's, else the node's. */
    CriReply<String> resource(Container container, JsonNode reference) {
        var path = reference.path("resource").asText();
        var divisor = reference.path("divisor").asText("1");
        var isLimit = path.startsWith("limits.");
        if (!isLimit && !path.startsWith("requests.")) return UnsupportedFeature.failure("resourceFieldRef " + path);
        var name = ResourceName.of(path.substring(path.indexOf('.') + 1));
        var amount = isLimit
                ? limit(container, name)
                : container.resources().requests().amount(name);
        if (!(Quantity.parse(divisor) instanceof ParsedQuantity.Parsed(var unit)))
            return UnsupportedFeature.failure("divisor " + divisor);
        var units = unit.isZero() ? Quantity.of("1") : unit;
        return new CriReply.Ok<>(amount.toBigDecimal()
                .divide(units.toBigDecimal(), 0, RoundingMode.CEILING)
                .toBigInteger()
                .toString());
    }

    private Quantity limit(Container container, ResourceName name) {
        var own = container.resources().limits().amount(name);
        if (!own.isZero()) return own;
        var podLevel = spec.resources().limits().amount(name);
        return podLevel.isZero() ? node.allocatable().amount(name) : podLevel;
    }
}
