package dev.plimsoll.kinds;

import dev.plimsoll.codec.jsonpath.JsonPath;
import java.util.List;

/**
 * Where objects of a kind say how many replicas they want and have, as names one inside the other.
 *
 * @param selector where they say which pods are theirs, as text; empty if they do not
 */
public record ScalePaths(List<String> specReplicas, List<String> statusReplicas, List<String> selector) {
    public ScalePaths {
        specReplicas = List.copyOf(specReplicas);
        statusReplicas = List.copyOf(statusReplicas);
        selector = List.copyOf(selector);
    }

    /** From the texts of a definition, each such as {@code .spec.replicas}. */
    public static ScalePaths of(String specReplicas, String statusReplicas, String selector) {
        return new ScalePaths(names(specReplicas), names(statusReplicas), names(selector));
    }

    private static List<String> names(String path) {
        return JsonPath.parse(path).flatMap(JsonPath::names).orElse(List.of());
    }
}
