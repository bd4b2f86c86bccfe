package dev.plimsoll.codec.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.codec.topology.Decoded;
import dev.plimsoll.codec.topology.ManagersDocument;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what nodes tell of their resource managers. Many nodes have the same machine and settings, and a node keeps its own: what
 * follows from those is worked out once.
 */
final class NumaZonesReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_KINDS = 1024;

    private final Map<Kind, Decoded<ResourceManagers>> kinds = new HashMap<>();

    /** Nodes that decide alike. */
    private record Kind(JsonNode configuration, JsonNode machine) {}

    Read<NumaZones> read(String text) {
        try {
            var document = JSON.readTree(text);
            return Cursor.read(document, root -> zones(root, document.path("managers")));
        } catch (JsonProcessingException e) {
            return new Read.Malformed<>(List.of(new Read.Problem("", "not JSON: " + e.getOriginalMessage())));
        }
    }

    private NumaZones zones(Cursor root, JsonNode managers) {
        return new NumaZones(
                alignment(root),
                root.text("scope").equals(TopologyManagerScope.POD.kubernetesName())
                        ? TopologyManagerScope.POD
                        : TopologyManagerScope.CONTAINER,
                root.text("cpuManagerPolicy").equals("static"),
                root.list("zones", zone -> Amounts.of(zone.amounts("free"))),
                managers.isObject() ? managers(managers) : null);
    }

    private static TopologyManagerPolicy alignment(Cursor root) {
        var name = root.text("policy");
        for (var policy : TopologyManagerPolicy.values())
            if (policy.kubernetesName().equals(name)) return policy;
        if (!name.isEmpty()) root.problem("policy", "\"" + name + "\" is not a topology manager policy");
        return TopologyManagerPolicy.NONE;
    }

    /** Null where a node of another version says something that is not understood: it is then judged by what is free. */
    private @Nullable PublishedManagers managers(JsonNode document) {
        return switch (resourceManagers(document)) {
            case Decoded.Loaded(var resourceManagers) ->
                switch (ManagersDocument.state(document, resourceManagers)) {
                    case Decoded.Loaded<ManagersState>(var state) -> new PublishedManagers(resourceManagers, state);
                    case Decoded.Corrupt<ManagersState> _, Decoded.Unreadable<ManagersState> _ -> null;
                };
            case Decoded.Corrupt<ResourceManagers> _, Decoded.Unreadable<ResourceManagers> _ -> null;
        };
    }

    private Decoded<ResourceManagers> resourceManagers(JsonNode document) {
        if (kinds.size() > MOST_KINDS) kinds.clear();
        return kinds.computeIfAbsent(
                new Kind(document.path("configuration"), document.path("machine")),
                _ -> ManagersDocument.resourceManagers(document));
    }
}
