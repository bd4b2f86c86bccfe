package dev.plimsoll.apiserver.storage;

import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.Views;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Nodes as the core sees them. A version of a node is read once, however many pods on it are written. */
public final class NodeViews {
    private final Registry registry;
    private final Kind nodes;
    private final Map<String, Version> known = new ConcurrentHashMap<>();

    private record Version(long revision, Node view) {}

    public NodeViews(Registry registry, Kind nodes) {
        this.registry = registry;
        this.nodes = nodes;
    }

    /** As it is stored at this moment; empty where there is no such node. */
    public Optional<Node> find(String name) {
        var stored = registry.find(nodes, "", name);
        if (stored.isEmpty()) {
            known.remove(name);
            return Optional.empty();
        }
        var version = known.get(name);
        if (version == null || version.revision() != stored.get().revision()) {
            version =
                    new Version(stored.get().revision(), Views.node(stored.get().tree()));
            known.put(name, version);
        }
        return Optional.of(version.view());
    }

    /** The resource managers that it publishes at this moment. They are read each time: few requests ask for them. */
    public Optional<PublishedManagers> managers(String name) {
        return registry.find(nodes, "", name).flatMap(stored -> NumaZonesAnnotation.managers(stored.tree()));
    }
}
