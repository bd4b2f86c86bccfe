package dev.plimsoll.core.placement.queue;

import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.profile.Plugin;
import dev.plimsoll.core.placement.queue.ClusterEvent.NamespaceChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeDeleted;
import dev.plimsoll.core.placement.queue.ClusterEvent.OwnChange;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodDeleted;
import dev.plimsoll.core.placement.queue.ClusterEvent.VolumesChanged;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.Set;

/** Whether an event may have changed the mind of the rules that refused a pod, so that it is worth another try. */
public final class Hints {
    private Hints() {}

    /** Asks each rule that refused; a pod that no rule refused is worth a try after any event. */
    public static boolean isWorthATry(PlacementPod waiting, Set<Plugin> refusedBy, ClusterEvent event) {
        if (refusedBy.isEmpty()) return true;
        if (waiting.isAssigned() && !concernsNode(waiting.nodeName(), event)) return false;
        for (var plugin : refusedBy) if (helps(plugin, waiting, event)) return true;
        return false;
    }

    /** A pod that waits on its own node for more room is helped by what happens there only. */
    private static boolean concernsNode(String name, ClusterEvent event) {
        return switch (event) {
            case PodAdded(var pod) -> pod.nodeName().equals(name);
            case PodDeleted(var pod) -> pod.nodeName().equals(name);
            case PodChanged(var _, var now) -> now.nodeName().equals(name);
            case NodeAdded(var node) -> node.name().equals(name);
            case NodeChanged(var _, var now) -> now.name().equals(name);
            case NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
            case OwnChange _ -> true;
        };
    }

    private static boolean helps(Plugin plugin, PlacementPod waiting, ClusterEvent event) {
        return switch (plugin) {
            case NODE_RESOURCES_FIT -> fits(waiting, event);
            case NODE_UNSCHEDULABLE -> opens(event);
            case TAINT_TOLERATION -> tolerates(waiting, event);
            case NODE_AFFINITY -> matches(waiting, event);
            case NODE_PORTS -> freesPort(waiting, event);
            case NODE_NAME -> event instanceof NodeAdded;
            case NODE_DECLARED_FEATURES -> declares(event);
            case NODE_RESOURCE_TOPOLOGY -> realigns(event);
            case POD_TOPOLOGY_SPREAD -> PodTopologySpreadHints.help(waiting, event);
            case INTER_POD_AFFINITY -> InterPodAffinityHints.help(waiting, event);
            case VOLUME_BINDING -> bindsVolumes(event);
            case DEFERRED_POD_SCHEDULING -> makesRoom(event);
            // A plugin that only scores refuses nothing; of any other without hints it is safe to try again.
            default -> true;
        };
    }

    private static boolean fits(PlacementPod waiting, ClusterEvent event) {
        var asked = waiting.asks().exact();
        return switch (event) {
            case PodDeleted(var pod) ->
                pod.isAssigned() || !pod.schedulingStatus().nominatedNode().isEmpty();
            case PodChanged(var before, var now) ->
                now.isAssigned()
                        && now.holds().exact().isLessThan(before.holds().exact(), asked);
            case OwnChange(var before, var now) ->
                now.asks().exact().isLessThan(before.asks().exact());
            case NodeAdded(var node) -> fitsEmpty(waiting, node);
            case NodeChanged(var before, var now) ->
                fitsEmpty(waiting, now)
                        && (now.mostPods() > before.mostPods()
                                || before.allocatable().isLessThan(now.allocatable(), asked));
            case PodAdded _, NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean fitsEmpty(PlacementPod waiting, PlacementNode node) {
        var asked = waiting.asks().exact();
        var has = node.allocatable();
        return node.mostPods() > 0 && !has.isLessThan(asked, asked);
    }

    private static boolean opens(ClusterEvent event) {
        return switch (event) {
            case NodeAdded(var node) -> !node.isUnschedulable();
            case NodeChanged(var before, var now) -> before.isUnschedulable() && !now.isUnschedulable();
            case OwnChange(var _, var now) ->
                Taint.UNSCHEDULABLE.isToleratedBy(now.terms().tolerations());
            case PodAdded _, PodDeleted _, PodChanged _, NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean tolerates(PlacementPod waiting, ClusterEvent event) {
        var tolerations = waiting.terms().tolerations();
        return switch (event) {
            case NodeAdded(var node) -> Taint.areTolerated(node.taints(), tolerations);
            case NodeChanged(var before, var now) ->
                !Taint.areTolerated(before.taints(), tolerations) && Taint.areTolerated(now.taints(), tolerations);
            case OwnChange(var before, var now) ->
                !now.terms().tolerations().equals(before.terms().tolerations());
            case PodAdded _, PodDeleted _, PodChanged _, NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean matches(PlacementPod waiting, ClusterEvent event) {
        var terms = waiting.terms();
        return switch (event) {
            case NodeAdded(var node) -> terms.admits(node.name(), node.labels());
            case NodeChanged(var before, var now) ->
                !terms.admits(before.name(), before.labels()) && terms.admits(now.name(), now.labels());
            case OwnChange(var before, var now) -> !now.terms().equals(before.terms());
            case PodAdded _, PodDeleted _, PodChanged _, NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean freesPort(PlacementPod waiting, ClusterEvent event) {
        return switch (event) {
            case PodDeleted(var pod) ->
                pod.terms().ports().stream()
                        .anyMatch(free -> waiting.terms().ports().stream().anyMatch(free::clashesWith));
            case NodeAdded _ -> true;
            case PodAdded _,
                    PodChanged _,
                    NodeChanged _,
                    NodeDeleted _,
                    OwnChange _,
                    NamespaceChanged _,
                    VolumesChanged _ -> false;
        };
    }

    private static boolean bindsVolumes(ClusterEvent event) {
        return switch (event) {
            case VolumesChanged _, NodeAdded _, OwnChange _ -> true;
            case NodeChanged(var before, var now) -> !now.labels().equals(before.labels());
            // A volume that was promised to it is free again.
            case PodDeleted(var pod) -> !pod.terms().claims().isEmpty();
            case PodAdded _, PodChanged _, NodeDeleted _, NamespaceChanged _ -> false;
        };
    }

    private static boolean declares(ClusterEvent event) {
        return switch (event) {
            case NodeAdded _ -> true;
            case NodeChanged(var before, var now) -> !now.features().equals(before.features());
            case OwnChange(var before, var now) ->
                !now.terms().features().equals(before.terms().features());
            case PodAdded _, PodDeleted _, PodChanged _, NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean realigns(ClusterEvent event) {
        return switch (event) {
            case NodeAdded _ -> true;
            case NodeChanged(var before, var now) -> !now.zones().equals(before.zones());
            // One that was bound and had not arrived yet counts no longer.
            case PodDeleted(var pod) -> pod.pinned() != null;
            case OwnChange _ -> true;
            case PodAdded _, PodChanged _, NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean makesRoom(ClusterEvent event) {
        return switch (event) {
            case PodDeleted _, PodAdded _, OwnChange _ -> true;
            case PodChanged change -> change.isScaledDown() || change.isScaledUp();
            case NodeAdded(var node) -> !node.refusesResizePreemption();
            case NodeChanged(var before, var now) ->
                before.allocatable().isLessThan(now.allocatable())
                        || (before.refusesResizePreemption() && !now.refusesResizePreemption());
            case NodeDeleted _, NamespaceChanged _, VolumesChanged _ -> false;
        };
    }
}
