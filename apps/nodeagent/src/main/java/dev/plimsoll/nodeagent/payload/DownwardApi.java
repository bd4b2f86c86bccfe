package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.DownwardReference;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a pod may learn about itself.
 *
 * @param pod as the API has it
 * @param spec as allocated: resources are told as they are, not as they are wished for
 * @param ip the pod's address; empty where it has none yet
 */
public record DownwardApi(PodObject pod, PodSpec spec, String ip, NodeSetup node) {
    /** One value by its path, such as {@code metadata.labels['app']}. */
    CriReply<String> field(String path) {
        var metadata = pod.metadata();
        return switch (path) {
            case "metadata.name" -> new CriReply.Ok<>(metadata.name());
            case "metadata.namespace" -> new CriReply.Ok<>(metadata.namespace());
            case "metadata.uid" -> new CriReply.Ok<>(metadata.uid());
            case "metadata.labels" -> new CriReply.Ok<>(lines(metadata.labels()));
            case "metadata.annotations" -> new CriReply.Ok<>(lines(metadata.annotations()));
            case "spec.nodeName" -> new CriReply.Ok<>(node.name());
            case "spec.serviceAccountName" -> new CriReply.Ok<>(spec.details().serviceAccountName());
            case "status.hostIP", "status.hostIPs" -> new CriReply.Ok<>(node.address());
            case "status.podIP", "status.podIPs" -> new CriReply.Ok<>(ip);
            default ->
                entry(path, "metadata.labels", metadata.labels())
                        .or(() -> entry(path, "metadata.annotations", metadata.annotations()))
                        .<CriReply<String>>map(CriReply.Ok::new)
                        .orElseGet(() -> UnsupportedFeature.failure("fieldRef " + path));
        };
    }

    /** What a path such as {@code metadata.labels['app']} names in a map; empty if it is no path into this map. */
    private static Optional<String> entry(String path, String prefix, Map<String, String> map) {
        if (!path.startsWith(prefix + "['") || !path.endsWith("']")) return Optional.empty();
        return Optional.of(map.getOrDefault(path.substring(prefix.length() + 2, path.length() - 2), ""));
    }

    private static String lines(Map<String, String> map) {
        return map.entrySet().stream()
                .map(entry -> entry.getKey() + "=\"" + escaped(entry.getValue()) + "\"")
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /** A request or limit in units of a divisor, rounded up. A limit that nobody set is the pod's, else the node's. */
    CriReply<String> resource(Container container, DownwardReference.Resource reference) {
        var path = reference.resource();
        var isLimit = path.startsWith("limits.");
        if (!isLimit && !path.startsWith("requests.")) return UnsupportedFeature.failure("resourceFieldRef " + path);
        var name = ResourceName.of(path.substring(path.indexOf('.') + 1));
        var amount = isLimit
                ? limit(container, name)
                : container.resources().requests().amount(name);
        if (!(Quantity.parse(reference.divisor()) instanceof ParsedQuantity.Parsed(var unit)))
            return UnsupportedFeature.failure("divisor " + reference.divisor());
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
