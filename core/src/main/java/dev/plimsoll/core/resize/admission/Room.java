package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.core.resize.state.NodeState;
import java.util.ArrayList;
import java.util.List;

/** Whether requests fit beside what others hold. */
final class Room {
    private Room() {}

    /** All shortages: pods, cpu, memory, ephemeral storage, then others by name. */
    static List<Shortage> shortages(NodeState state, String uid, ResourceAmounts requests) {
        var shortages = new ArrayList<Shortage>();
        var others = state.heldByOthers(uid);
        var allocatable = state.facts().allocatable();
        if (allocatable.contains(ResourceName.PODS)) {
            check(shortages, ResourceName.PODS, 1, others.pods(), allocatable);
        }
        check(shortages, ResourceName.CPU, Held.units(requests, ResourceName.CPU), others.cpu(), allocatable);
        check(shortages, ResourceName.MEMORY, Held.units(requests, ResourceName.MEMORY), others.memory(), allocatable);
        if (!requests.hasOthers()) return shortages;
        if (requests.contains(ResourceName.EPHEMERAL_STORAGE)) {
            checkOther(shortages, state, uid, ResourceName.EPHEMERAL_STORAGE, requests);
        }
        for (var name : requests.names()) {
            var isKnown = name.isNative() || allocatable.contains(name);
            var isChecked = name.equals(ResourceName.CPU)
                    || name.equals(ResourceName.MEMORY)
                    || name.equals(ResourceName.EPHEMERAL_STORAGE);
            // A vendor's resource that the node does not know was placed by somebody who does.
            if (isKnown && !isChecked) checkOther(shortages, state, uid, name, requests);
        }
        return shortages;
    }

    private static void checkOther(
            List<Shortage> shortages, NodeState state, String uid, ResourceName name, ResourceAmounts requests) {
        var used = 0L;
        for (var pod : state.holders()) {
            if (!pod.uid().equals(uid)) used += Held.units(pod.held().amounts(), name);
        }
        check(shortages, name, Held.units(requests, name), used, state.facts().allocatable());
    }

    private static void check(
            List<Shortage> shortages, ResourceName name, long requested, long used, ResourceAmounts allocatable) {
        var capacity = Held.units(allocatable, name);
        if (requested > 0 && requested > capacity - used) {
            shortages.add(new Shortage(name, requested, used, capacity));
        }
    }
}
