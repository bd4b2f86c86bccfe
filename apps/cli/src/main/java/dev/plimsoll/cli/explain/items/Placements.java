package dev.plimsoll.cli.explain.items;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.List;

/**
 * Pods placed on one machine, one after another. Pods that the API server would refuse never get there.
 *
 * @param state of the node after the last pod
 */
public record Placements(ResourceManagers resourceManagers, List<Placed> pods, ManagersState state) {
    public Placements {
        pods = List.copyOf(pods);
    }

    /** A pod and what the node said to it. */
    public record Placed(String name, TopologyAdmission admission) {}

    public static Placements of(ResourceManagers resourceManagers, List<Explained> explained) {
        var state = resourceManagers.initialState();
        var placed = new ArrayList<Placed>();
        for (var i = 0; i < explained.size(); i++) {
            if (explained.get(i).isRefused()) continue;
            var admission = resourceManagers.admit(state, withUid(explained.get(i), i));
            if (admission instanceof TopologyAdmission.Admitted admitted) state = admitted.state();
            placed.add(new Placed(explained.get(i).subject().name(), admission));
        }
        return new Placements(resourceManagers, placed, state);
    }

    /** The managers know pods by their uid, which a manifest does not have. */
    private static Pod withUid(Explained explained, int index) {
        var pod = explained.subject().pod().withSpec(explained.answer().spec());
        return pod.withMetadata(pod.metadata().withUid("pod-" + index));
    }

    /** The answers, as they are on this machine; {@code explained} are those that the pods were placed by. */
    public List<Explained> inForce(List<Explained> explained) {
        var remaining = pods.iterator();
        var answers = new ArrayList<Explained>();
        for (var each : explained) {
            if (!each.isRefused()
                    && remaining.next().admission() instanceof TopologyAdmission.Admitted(var _, var placement)) {
                answers.add(each.on(each.answer().on(placement)));
            } else {
                answers.add(each);
            }
        }
        return answers;
    }

    /** Whether the node turned a pod away. */
    public boolean refusesAny() {
        return pods.stream().anyMatch(pod -> pod.admission() instanceof TopologyAdmission.Refused);
    }
}
