package dev.plimsoll.nodeagent.http;

import java.util.List;

/** What a caller would like to do, in the words of the API. */
sealed interface AccessAttributes {
    String verb();

    /** Something of a node. Whoever may use any of the subresources may have it: fine ones first, then {@code proxy}. */
    record OfNode(String verb, String node, List<String> subresources) implements AccessAttributes {
        public OfNode {
            subresources = List.copyOf(subresources);
        }
    }

    /** Something of the process as a whole. */
    record OfPath(String verb, String path) implements AccessAttributes {}

    static String verbOf(String method) {
        return switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "get";
        };
    }

    /** What a path of a node is called among the subresources of nodes. */
    static AccessAttributes ofNode(String method, String node, String path) {
        var first = path.split("/", -1)[1];
        var fine = switch (first) {
            case "stats" -> List.of("stats");
            case "metrics" -> List.of("metrics");
            case "pods", "runningpods", "allocatedPods" -> List.of("pods", "proxy");
            case "healthz" -> List.of("healthz", "proxy");
            case "configz" -> List.of("configz", "proxy");
            default -> List.of("proxy");
        };
        return new OfNode(verbOf(method), node, fine);
    }
}
