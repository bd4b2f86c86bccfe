package dev.plimsoll.core.placement.queue;

import dev.plimsoll.core.placement.queue.ClusterEvent.NamespaceChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.NodeDeleted;
import dev.plimsoll.core.placement.queue.ClusterEvent.OwnChange;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodAdded;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodChanged;
import dev.plimsoll.core.placement.queue.ClusterEvent.PodDeleted;
import dev.plimsoll.core.placement.queue.ClusterEvent.VolumesChanged;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;

/** What may let a pod pass that was refused because pods would have become too uneven. */
final class PodTopologySpreadHints {
    private PodTopologySpreadHints() {}

    static boolean help(PlacementPod waiting, ClusterEvent event) {
        return switch (event) {
            case PodAdded(var pod) -> isCounted(waiting, pod);
            case PodDeleted(var pod) -> isCounted(waiting, pod);
            case PodChanged(var before, var now) ->
                isCounted(waiting, before) != isCounted(waiting, now)
                        || now.schedulingStatus().isDeleting()
                                != before.schedulingStatus().isDeleting();
            case NodeAdded(var node) -> hasLabels(waiting, node);
            case NodeDeleted(var node) -> hasLabels(waiting, node);
            case NodeChanged(var before, var now) ->
                (hasLabels(waiting, before) || hasLabels(waiting, now))
                        && (!before.labels().equals(now.labels())
                                || !before.taints().equals(now.taints()));
            case OwnChange(var before, var now) ->
                !now.labels().equals(before.labels())
                        || !now.terms().spread().equals(before.terms().spread());
            case NamespaceChanged _, VolumesChanged _ -> false;
        };
    }

    private static boolean isCounted(PlacementPod waiting, PlacementPod pod) {
        if (!pod.key().namespace().equals(waiting.key().namespace())) return false;
        return waiting.terms().spread().stream()
                .filter(SpreadConstraint::isHard)
                .anyMatch(constraint -> constraint.pods().matches(pod.labels()));
    }

    private static boolean hasLabels(PlacementPod waiting, PlacementNode node) {
        return waiting.terms().spread().stream()
                .filter(SpreadConstraint::isHard)
                .allMatch(constraint -> node.labels().containsKey(constraint.topologyKey()));
    }
}
