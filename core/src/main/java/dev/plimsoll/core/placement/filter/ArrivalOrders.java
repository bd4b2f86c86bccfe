package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.placement.view.PinnedPod;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.List;

/**
 * Pods that are on their way to a node and may reach it in any order.
 *
 * <p>Which CPUs a pod gets depends on who came before it, so that three pods may fit in one order and not in another. All orders are
 * played through; pods that ask for the same are exchangeable, so that a hundred equal pods have one order.
 */
final class ArrivalOrders {
    /**
     * As many as four pods of different kinds need, with some to spare; of two kinds, three of each. Who needs more waits until the node
     * has told of some.
     */
    private static final int MOST_ADMISSIONS = 120;

    private final ResourceManagers resourceManagers;
    private final ManagersState before;
    private final List<EqualPods> kinds = new ArrayList<>();
    private int admissions;

    ArrivalOrders(ResourceManagers resourceManagers, ManagersState before) {
        this.resourceManagers = resourceManagers;
        this.before = before;
    }

    /** Pods that ask for the same. */
    private static final class EqualPods {
        private final PinnedPod pinned;
        private final List<Pod> pods = new ArrayList<>();
        /** How many of them the node refuses in the order of the bindings: so many may be refused in others. */
        private int refused;

        private int arrived;

        EqualPods(PinnedPod pinned) {
            this.pinned = pinned;
        }
    }

    /** @param isAdmitted whether it is when all arrive in the order of this list */
    void add(PinnedPod pinned, Pod pod, boolean isAdmitted) {
        var kind = kind(pinned);
        kind.pods.add(pod);
        if (!isAdmitted) kind.refused++;
    }

    private EqualPods kind(PinnedPod pinned) {
        for (var each : kinds) if (each.pinned.equals(pinned)) return each;
        var kind = new EqualPods(pinned);
        kinds.add(kind);
        return kind;
    }

    /** Whether no order takes the place of a pod that the order of the list admits; false where there are too many to know. */
    boolean allAdmit() {
        if (kinds.size() == 1) return true;
        admissions = 0;
        return allAdmit(before);
    }

    private boolean allAdmit(ManagersState state) {
        for (var kind : kinds) {
            if (kind.arrived == kind.pods.size()) continue;
            if (++admissions > MOST_ADMISSIONS || !admitsAfter(kind, state)) return false;
        }
        return true;
    }

    /** One of that kind comes next, and all others after it in any order. */
    private boolean admitsAfter(EqualPods next, ManagersState state) {
        return switch (resourceManagers.admit(state, next.pods.get(next.arrived))) {
            case TopologyAdmission.Admitted(var after, var _) -> {
                next.arrived++;
                var all = allAdmit(after);
                next.arrived--;
                yield all;
            }
            case TopologyAdmission.Refused _ -> {
                if (next.refused == 0) yield false;
                next.refused--;
                next.arrived++;
                var all = allAdmit(state);
                next.arrived--;
                next.refused++;
                yield all;
            }
        };
    }
}
