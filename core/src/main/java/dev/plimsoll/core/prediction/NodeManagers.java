package dev.plimsoll.core.prediction;

import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PublishedManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.TopologyRefusal;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CPU, memory and topology managers of the nodes that have told of them. */
final class NodeManagers {
    private final Map<String, Published> nodes = new HashMap<>();

    private static final class Published {
        private final PublishedManagers managers;
        private ManagersState state;

        Published(PublishedManagers managers) {
            this.managers = managers;
            this.state = managers.state();
        }
    }

    NodeManagers(List<PredictedNode> all) {
        for (var node : all) {
            var managers = node.placement().zones().managersOrNull();
            if (managers != null) nodes.put(node.name(), new Published(managers));
        }
    }

    /** Why the node does not let the pod in; empty where it does, and then the pod has its CPUs and memory. */
    Optional<TopologyRefusal> admit(PlacementPod pod, String node) {
        var published = nodes.get(node);
        var pinned = pod.pinned();
        if (published == null || pinned == null) return Optional.empty();
        var managers = published.managers.resourceManagers();
        return switch (managers.admit(published.state, pinned.withUid(pod.key().uid()))) {
            case TopologyAdmission.Admitted(var after, var _) -> {
                published.state = after;
                yield Optional.empty();
            }
            case TopologyAdmission.Refused(var refusal) -> Optional.of(refusal);
        };
    }

    void remove(PlacementPod pod) {
        var published = nodes.get(pod.nodeName());
        if (published == null) return;
        var current = new PublishedManagers(published.managers.resourceManagers(), published.state);
        if (!current.holds(pod.key().uid())) return;
        published.state = published
                .managers
                .resourceManagers()
                .remove(published.state, pod.key().uid());
    }

    /** As a node has them by now; null where it has told of none. */
    @Nullable
    PublishedManagers of(String node) {
        var published = nodes.get(node);
        return published == null ? null : new PublishedManagers(published.managers.resourceManagers(), published.state);
    }

    void changed(String node, ManagersState state) {
        var published = nodes.get(node);
        if (published != null) published.state = state;
    }
}
