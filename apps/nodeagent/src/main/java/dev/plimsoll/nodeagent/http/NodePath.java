package dev.plimsoll.nodeagent.http;

import dev.plimsoll.runtime.access.AccessAttributes;
import java.util.List;
import java.util.Set;

/** What a path points at. */
sealed interface NodePath {
    /** The page, without the node's part. */
    String path();

    AccessAttributes question(String method);

    record OfNode(String node, String path) implements NodePath {
        @Override
        public AccessAttributes question(String method) {
            return new AccessAttributes.OfNode(verb(method), node, subresources(path));
        }
    }

    /** All nodes of the process. */
    record OfProcess(String path) implements NodePath {
        @Override
        public AccessAttributes question(String method) {
            return new AccessAttributes.OfPath(verb(method), path);
        }
    }

    private static String verb(String method) {
        return switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "get";
        };
    }

    /** What a path of a node is called among the subresources of nodes. */
    private static List<String> subresources(String path) {
        return switch (path.split("/", -1)[1]) {
            case "stats" -> List.of("stats");
            case "metrics" -> List.of("metrics");
            case "pods", "runningpods", "allocatedPods", "actuatedPods" -> List.of("pods", "proxy");
            case "healthz" -> List.of("healthz", "proxy");
            case "configz" -> List.of("configz", "proxy");
            default -> List.of("proxy");
        };
    }

    /** A single node needs no name in front. */
    static NodePath of(String path, Set<String> nodes) {
        var parts = path.split("/", 4);
        if (parts.length > 2 && parts[1].equals("nodes")) {
            return new OfNode(parts[2], "/" + (parts.length > 3 ? parts[3] : ""));
        }
        var rooted = path.startsWith("/") ? path : "/" + path;
        return nodes.size() == 1 ? new OfNode(nodes.iterator().next(), rooted) : new OfProcess(rooted);
    }
}
