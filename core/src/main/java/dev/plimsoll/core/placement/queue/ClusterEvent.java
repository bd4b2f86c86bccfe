package dev.plimsoll.core.placement.queue;

import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;

/** Something that may make room for a pod that waits. */
public sealed interface ClusterEvent {
    /** As metrics name it. */
    String label();

    /** A pod with a node is new. */
    record PodAdded(PlacementPod pod) implements ClusterEvent {
        @Override
        public String label() {
            return "AssignedPodAdd";
        }
    }

    /** A pod has left its node, or its reservation or nomination was given up. */
    record PodDeleted(PlacementPod pod) implements ClusterEvent {
        @Override
        public String label() {
            return "AssignedPodDelete";
        }
    }

    /** A pod on a node counts for something else than before, or has other labels. */
    record PodChanged(PlacementPod before, PlacementPod now) implements ClusterEvent {
        @Override
        public String label() {
            if (isScaledDown()) return "AssignedPodUpdatePodScaleDown";
            if (isScaledUp()) return "AssignedPodUpdatePodScaleUp";
            return "AssignedPodUpdatePodLabel";
        }

        public boolean isScaledDown() {
            return now.holds().exact().isLessThan(before.holds().exact());
        }

        public boolean isScaledUp() {
            return before.holds().exact().isLessThan(now.holds().exact());
        }

        /** Whether it is a change that anybody could wait for. */
        public boolean matters() {
            return isScaledDown()
                    || isScaledUp()
                    || !now.labels().equals(before.labels())
                    || now.schedulingStatus().isDeleting()
                            != before.schedulingStatus().isDeleting();
        }
    }

    record NodeAdded(PlacementNode node) implements ClusterEvent {
        @Override
        public String label() {
            return "NodeAdd";
        }
    }

    record NodeChanged(PlacementNode before, PlacementNode now) implements ClusterEvent {
        @Override
        public String label() {
            if (!now.allocatable().equals(before.allocatable()) || now.mostPods() != before.mostPods()) {
                return "UpdateNodeAllocatable";
            }
            if (!now.labels().equals(before.labels())) return "UpdateNodeLabel";
            if (!now.taints().equals(before.taints()) || now.isUnschedulable() != before.isUnschedulable()) {
                return "UpdateNodeTaint";
            }
            if (!now.features().equals(before.features())) return "UpdateNodeDeclaredFeature";
            return "NodeUpdate";
        }
    }

    record NodeDeleted(PlacementNode node) implements ClusterEvent {
        @Override
        public String label() {
            return "NodeDelete";
        }
    }

    /** The pod that waits has changed itself. */
    record OwnChange(PlacementPod before, PlacementPod now) implements ClusterEvent {
        @Override
        public String label() {
            return "PodUpdate";
        }
    }

    /**
     * A claim, a volume or a storage class is there, changed or gone.
     *
     * @param label as metrics name it
     */
    record VolumesChanged(String label) implements ClusterEvent {}

    /** A namespace has other labels. */
    record NamespaceChanged(String name) implements ClusterEvent {
        @Override
        public String label() {
            return "NamespaceUpdate";
        }
    }
}
