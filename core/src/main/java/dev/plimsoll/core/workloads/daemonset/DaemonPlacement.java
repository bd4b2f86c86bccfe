package dev.plimsoll.core.workloads.daemonset;

import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.workloads.ControlledNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether a daemon set belongs on a node. It asks what the scheduler's filters NodeName, NodeAffinity and TaintToleration ask, by the
 * same functions.
 *
 * @param starts a pod is made there
 * @param stays a pod that is there is left alone
 */
public record DaemonPlacement(boolean starts, boolean stays) {
    private static final DaemonPlacement NOT = new DaemonPlacement(false, false);
    /** The taints of a node that is not healthy: daemons are there to repair it. */
    private static final List<Toleration> AUTOMATIC = List.of(
            exists("node.kubernetes.io/not-ready", Taint.NO_EXECUTE),
            exists("node.kubernetes.io/unreachable", Taint.NO_EXECUTE),
            exists("node.kubernetes.io/disk-pressure", Taint.NO_SCHEDULE),
            exists("node.kubernetes.io/memory-pressure", Taint.NO_SCHEDULE),
            exists("node.kubernetes.io/pid-pressure", Taint.NO_SCHEDULE),
            exists("node.kubernetes.io/unschedulable", Taint.NO_SCHEDULE));

    private static final Toleration NETWORK = exists("node.kubernetes.io/network-unavailable", Taint.NO_SCHEDULE);

    private static Toleration exists(String key, String effect) {
        return new Toleration(key, "Exists", "", effect, PodPlacement.UNSET);
    }

    /**
     * What the template of a daemon set says about nodes.
     *
     * @param nodeName empty where the template names no node
     */
    public record NodeRules(
            String nodeName,
            Map<String, String> nodeSelector,
            NodeAffinity affinity,
            List<Toleration> tolerations,
            boolean hostNetwork) {
        public NodeRules {
            nodeSelector = Map.copyOf(nodeSelector);
            tolerations = List.copyOf(tolerations);
        }

        /** Those that every pod of the set gets. */
        public List<Toleration> automaticTolerations() {
            if (!hostNetwork) return AUTOMATIC;
            var all = new ArrayList<>(AUTOMATIC);
            all.add(NETWORK);
            return all;
        }
    }

    static DaemonPlacement of(NodeRules rules, ControlledNode node) {
        if (!rules.nodeName().isEmpty() && !rules.nodeName().equals(node.name())) return NOT;
        if (!rules.affinity()
                .admits(rules.nodeSelector(), node.name(), node.meta().labels())) return NOT;
        var tolerations = new ArrayList<>(rules.tolerations());
        tolerations.addAll(rules.automaticTolerations());
        var evicting = node.taints().stream()
                .filter(taint -> taint.effect().equals(Taint.NO_EXECUTE))
                .toList();
        return new DaemonPlacement(
                Taint.areTolerated(node.taints(), tolerations), Taint.areTolerated(evicting, tolerations));
    }
}
