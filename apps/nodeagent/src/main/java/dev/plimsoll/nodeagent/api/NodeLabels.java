package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.Handler;
import dev.plimsoll.client.cache.ObjectDecoder;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.objects.MetadataReader;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells nodes of the labels that they have at the API: those decide which pods suit a node, not the ones that it started with. */
public final class NodeLabels implements Handler<Map<String, String>> {
    private final Function<String, @Nullable Consumer<NodeEvent>> agents;
    private final InstantSource clock;

    /** For nodes that are found by name; null for one that is none of ours. */
    public NodeLabels(Function<String, @Nullable Consumer<NodeEvent>> agents, InstantSource clock) {
        this.agents = agents;
        this.clock = clock;
    }

    /** Of a Node. */
    public static ObjectDecoder.Decoded<Map<String, String>> decode(ObjectNode node) {
        return new ObjectDecoder.Decoded.View<>(Map.copyOf(MetadataReader.labels(node)));
    }

    @Override
    public void changed(CacheChange<Map<String, String>> change) {
        switch (change) {
            case CacheChange.Added<Map<String, String>>(var name, var labels) -> tell(name.name(), labels);
            case CacheChange.Updated<Map<String, String>>(var name, var before, var labels) -> {
                if (!before.equals(labels)) tell(name.name(), labels);
            }
            case CacheChange.Removed<Map<String, String>> _, CacheChange.Synced<Map<String, String>> _ -> {}
        }
    }

    private void tell(String name, Map<String, String> labels) {
        var agent = agents.apply(name);
        if (agent != null) agent.accept(new NodeEvent.LabelsChanged(clock.instant(), labels));
    }
}
