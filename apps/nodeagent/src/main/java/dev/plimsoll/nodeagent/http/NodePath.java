package dev.plimsoll.nodeagent.http;

import java.util.Set;

/** What a path points at. */
sealed interface NodePath {
    /** The page, without the node's part. */
    String path();

    AccessAttributes question(String method);

    record OfNode(String node, String path) implements NodePath {
        @Override
        public AccessAttributes question(String method) {
            return AccessAttributes.ofNode(method, node, path);
        }
    }

    /** All nodes of the process. */
    record OfProcess(String path) implements NodePath {
        @Override
        public AccessAttributes question(String method) {
            return new AccessAttributes.OfPath(AccessAttributes.verbOf(method), path);
        }
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
