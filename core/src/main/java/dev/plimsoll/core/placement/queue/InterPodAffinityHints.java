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
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.util.List;

/** What may let a pod pass that was refused because of pods near it, or for want of them. */
final class InterPodAffinityHints {
    private InterPodAffinityHints() {}

    static boolean help(PlacementPod waiting, ClusterEvent event) {
        var affinity = waiting.terms().podAffinity();
        return switch (event) {
            case PodAdded(var pod) -> means(affinity.near(), pod);
            case PodDeleted(var pod) -> mattered(waiting, pod);
            case PodChanged(var before, var now) ->
                !before.labels().equals(now.labels()) && (mattered(waiting, before) || means(affinity.near(), now));
            case NodeAdded(var node) -> hasKeys(affinity.near(), node);
            case NodeChanged(var before, var now) ->
                !before.labels().equals(now.labels()) && hasKeys(affinity.near(), now);
            case OwnChange(var before, var now) -> !now.labels().equals(before.labels());
            // Whom a namespace selector means now is found out by trying.
            case NamespaceChanged _ -> true;
            case VolumesChanged _ -> false;
            case NodeDeleted _ -> false;
        };
    }

    private static boolean mattered(PlacementPod waiting, PlacementPod pod) {
        var own = waiting.terms().podAffinity();
        return means(own.apart(), pod)
                || means(own.near(), pod)
                || means(pod.terms().podAffinity().apart(), waiting);
    }

    /** Without the labels of its namespace: a term with a namespace selector may mean it. */
    private static boolean means(List<PodTerm> terms, PlacementPod pod) {
        for (var term : terms) {
            var inReach = term.namespaceQuery().isGiven()
                    || term.namespaces().contains(pod.key().namespace());
            if (inReach && term.pods().matches(pod.labels())) return true;
        }
        return false;
    }

    private static boolean hasKeys(List<PodTerm> terms, PlacementNode node) {
        for (var term : terms) if (!node.labels().containsKey(term.topologyKey())) return false;
        return true;
    }
}
