package dev.plimsoll.cli.explain;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.Admission;
import dev.plimsoll.core.topology.NodeState;
import dev.plimsoll.core.topology.Pinning;
import java.util.ArrayList;
import java.util.List;

/**
 * Pods placed on one machine, one after another. Pods that the API server would refuse never get there.
 *
 * @param state of the node after the last pod
 */
public record Placements(Pinning pinning, List<Placed> pods, NodeState state) {
    public Placements {
        pods = List.copyOf(pods);
    }

    /** A pod and what the node said to it. */
    public record Placed(String name, Admission admission) {}

    public static Placements of(Pinning pinning, List<Explained> explained) {
        var state = pinning.initialState();
        var placed = new ArrayList<Placed>();
        for (var i = 0; i < explained.size(); i++) {
            if (explained.get(i).answer().isRefused()) continue;
            var admission = pinning.admit(state, withUid(explained.get(i), i));
            if (admission instanceof Admission.Admitted admitted) state = admitted.state();
            placed.add(new Placed(explained.get(i).subject().name(), admission));
        }
        return new Placements(pinning, placed, state);
    }

    /** The managers know pods by their uid, which a manifest does not have. */
    private static Pod withUid(Explained explained, int index) {
        var pod = explained.subject().pod().withSpec(explained.answer().spec());
        return pod.withMetadata(pod.metadata().withUid("pod-" + index));
    }

    /** Whether the node turned a pod away. */
    public boolean refusesAny() {
        return pods.stream().anyMatch(pod -> pod.admission() instanceof Admission.Refused);
    }
}
