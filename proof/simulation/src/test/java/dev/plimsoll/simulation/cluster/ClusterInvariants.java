package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.simulation.StatusInvariant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds after every step. Each finding begins with the name of what does not. */
final class ClusterInvariants {
    /** Why a pod may fail that its node had let in. */
    private static final Set<String> LATER = Set.of("", "Evicted", "Preempting");

    private static final Set<String> BY_MANAGERS = Set.of("TopologyAffinityError", "UnexpectedAdmissionError");

    private final SimulatedCluster cluster;
    private final Set<Area> areas;
    private final IdentityHashMap<ClusterNode, @Nullable NodeState> seen = new IdentityHashMap<>();
    private final Map<ClusterNode, StatusInvariant> statuses = new HashMap<>();
    private final Map<ClusterNode, Quiet> quiet = new HashMap<>();

    /** By documents of nodes. */
    private final IdentityHashMap<ObjectNode, ResourceAmounts> allocatable = new IdentityHashMap<>();

    private int heard;
    private int managerRefusals;

    /** A node that had nothing left to do, when the API had seen so many changes. */
    private record Quiet(NodeState state, int events) {}

    ClusterInvariants(SimulatedCluster cluster, Set<Area> areas) {
        this.cluster = cluster;
        this.areas = areas;
    }

    /** Pods that CPU, memory or topology manager turned away. */
    int managerRefusals() {
        return managerRefusals;
    }

    /** What is wrong now; null if nothing is. */
    @Nullable
    String check() {
        var refused = refused();
        if (refused != null) return refused;
        if (!cluster.defects().found().isEmpty())
            return "defect: " + cluster.defects().found().getFirst();
        for (var node : cluster.nodes()) {
            var found = ofNode(node);
            if (found != null) return found;
        }
        return null;
    }

    /** No pod is turned away by its node after a binding that the guard let through. */
    private @Nullable String refused() {
        var events = cluster.api().events();
        while (heard < events.size()) {
            var event = events.get(heard++);
            if (!event.kind().is("", "Pod") || event.isRemoval()) continue;
            var status = event.document().path("status");
            if (!status.path("phase").asText().equals("Failed")) continue;
            var reason = status.path("reason").asText();
            if (LATER.contains(reason)) continue;
            if (BY_MANAGERS.contains(reason)) managerRefusals++;
            if (BY_MANAGERS.contains(reason) && !areas.contains(Area.PINNING_REFUSALS)) continue;
            return "refused: " + event.document().path("metadata").path("name").asText() + " by "
                    + event.document().path("spec").path("nodeName").asText() + ": " + reason + ", "
                    + status.path("message").asText();
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // the very same state need not be looked at again
    private @Nullable String ofNode(ClusterNode node) {
        var exclusive = NodeInvariants.cpus(node.name(), node.runtime(), node.state());
        if (exclusive != null) return exclusive;
        var state = node.state();
        if (state == null) {
            statuses.remove(node);
            return null;
        }
        if (node.isQuiet() && state.sourcesReady() && isNews(node, state)) {
            var told = NodeInvariants.statuses(
                    node.name(), state, node.machine().running(), cluster.api().pods());
            if (told != null) return told;
            var gauges = NodeInvariants.gauges(
                    node.name(),
                    node.gauges(),
                    node.machine().running(),
                    cluster.api().pods());
            if (gauges != null) return gauges;
        }
        if (seen.put(node, state) == state) return null;
        var sums = NodeInvariants.sums(node.name(), state, node.gates(), allocatable(node));
        if (sums != null) return sums;
        try {
            var invariant = statuses.computeIfAbsent(node, each -> new StatusInvariant(each.gates()));
            state.pods().forEach(invariant::check);
        } catch (IllegalStateException untrue) {
            return "status: " + untrue.getMessage();
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // as above
    private boolean isNews(ClusterNode node, NodeState state) {
        var now = new Quiet(state, cluster.api().events().size());
        var before = quiet.put(node, now);
        return before == null || before.state() != state || before.events() != now.events();
    }

    /** Null for a node that is not registered yet. */
    private @Nullable ResourceAmounts allocatable(ClusterNode node) {
        var document = cluster.api().find(SimulatedApi.kind("", "Node"), ObjectName.ofCluster(node.name()));
        return document == null
                ? null
                : allocatable.computeIfAbsent(
                        document, known -> Views.node(known).allocatable());
    }
}
