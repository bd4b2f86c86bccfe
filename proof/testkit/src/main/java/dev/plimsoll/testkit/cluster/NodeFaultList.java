package dev.plimsoll.testkit.cluster;

import dev.plimsoll.cluster.Cluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What goes wrong in which node; each part can end by itself. */
final class NodeFaultList {
    private final Cluster cluster;
    private final Map<String, List<Part>> injected = new HashMap<>();

    /** What was injected at once; compared by identity. */
    private static final class Part {
        private final List<NodeFault> faults;

        Part(List<NodeFault> faults) {
            this.faults = faults;
        }
    }

    NodeFaultList(Cluster cluster) {
        this.cluster = cluster;
    }

    synchronized Injection inject(String node, List<NodeFault> faults) {
        if (!cluster.nodes().containsKey(node))
            throw new IllegalArgumentException("there is no node " + node + "; there are "
                    + cluster.nodes().keySet());
        var part = new Part(faults);
        injected.computeIfAbsent(node, _ -> new ArrayList<>()).add(part);
        show(node);
        return () -> end(node, part);
    }

    private synchronized void end(String node, Part part) {
        if (injected.getOrDefault(node, List.of()).remove(part)) show(node);
    }

    private void show(String node) {
        var all = injected.getOrDefault(node, List.of()).stream()
                .flatMap(part -> part.faults.stream())
                .toList();
        cluster.runtime(node).faults(NodeFault.together(all));
    }

    synchronized void clear(String node) {
        injected.remove(node);
        show(node);
    }

    synchronized void clear() {
        List.copyOf(injected.keySet()).forEach(this::clear);
    }

    /** The nodes have begun anew, without faults. */
    synchronized void forget() {
        injected.clear();
    }
}
