package dev.plimsoll.nodeagent.http;

import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.objects.kubelet.ActuatedPodDraft;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code /actuatedPods/NAMESPACE/POD}: what the node granted to a pod and what it wrote last, which the API does not have. */
final class ActuatedPods {
    private ActuatedPods() {}

    static NodeReply page(NodeAgent agent, List<String> parts) {
        if (parts.size() != 3) return NodeReply.text(404, "ask for one pod: /actuatedPods/NAMESPACE/POD\n");
        var state = agent.state();
        for (var record : state.pods().values()) {
            var meta = record.pod().metadata();
            if (!meta.namespace().equals(parts.get(1)) || !meta.name().equals(parts.get(2))) continue;
            if (!record.isAllocated() || !record.stage().holdsResources()) continue;
            return NodeReply.json(new ActuatedPodDraft(
                            meta.namespace(),
                            meta.name(),
                            record.uid(),
                            record.allocated(),
                            record.actuated(),
                            cpus(agent, state, record))
                    .document());
        }
        return NodeReply.text(404, "pod not found\n");
    }

    private static Map<String, String> cpus(NodeAgent agent, NodeState state, PodRecord record) {
        var cpus = new TreeMap<String, String>();
        placement(agent, state, record).ifPresent(placement -> {
            for (var container : placement.containers()) {
                if (!container.cpus().isEmpty())
                    cpus.put(container.container(), container.cpus().toString());
            }
        });
        return cpus;
    }

    /** Empty where the node gives nobody CPUs for himself. */
    private static Optional<AssignedPlacement> placement(NodeAgent agent, NodeState state, PodRecord record) {
        var managers = agent.resourceManagers();
        if (managers == null || !state.pinned().cpus().pods().containsKey(record.uid())) return Optional.empty();
        return Optional.of(managers.placement(state.pinned(), record.allocatedPod()));
    }
}
