package dev.plimsoll.core.placement.profile;

/** The rules that may keep a pod off a node, under the names that Kubernetes gives them, and one of our own. */
public enum Plugin {
    SCHEDULING_GATES("SchedulingGates"),
    NODE_NAME("NodeName"),
    NODE_UNSCHEDULABLE("NodeUnschedulable"),
    TAINT_TOLERATION("TaintToleration"),
    NODE_AFFINITY("NodeAffinity"),
    NODE_PORTS("NodePorts"),
    DEFERRED_POD_SCHEDULING("DeferredPodScheduling"),
    NODE_RESOURCES_FIT("NodeResourcesFit"),
    /** Ours: what a node's resource managers could admit. */
    NODE_RESOURCE_TOPOLOGY("NodeResourceTopology"),
    POD_TOPOLOGY_SPREAD("PodTopologySpread"),
    INTER_POD_AFFINITY("InterPodAffinity"),
    NODE_DECLARED_FEATURES("NodeDeclaredFeatures"),
    DEFAULT_PREEMPTION("DefaultPreemption"),
    NODE_RESOURCES_BALANCED_ALLOCATION("NodeResourcesBalancedAllocation"),
    IMAGE_LOCALITY("ImageLocality");

    private final String kubernetesName;

    Plugin(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
