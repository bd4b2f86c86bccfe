package dev.plimsoll.core.placement.profile;

/** The rules that may keep a pod off a node, under the names that Kubernetes gives them, and one of our own. */
public enum Plugin {
    SCHEDULING_GATES("SchedulingGates"),
    NODE_NAME("NodeName"),
    NODE_UNSCHEDULABLE("NodeUnschedulable"),
    TAINT_TOLERATION("TaintToleration", 3),
    NODE_AFFINITY("NodeAffinity", 2),
    NODE_PORTS("NodePorts"),
    DEFERRED_POD_SCHEDULING("DeferredPodScheduling"),
    NODE_RESOURCES_FIT("NodeResourcesFit", 1),
    /** Ours: what a node's resource managers could admit. */
    NODE_RESOURCE_TOPOLOGY("NodeResourceTopology"),
    VOLUME_BINDING("VolumeBinding"),
    POD_TOPOLOGY_SPREAD("PodTopologySpread", 2),
    INTER_POD_AFFINITY("InterPodAffinity", 2),
    NODE_DECLARED_FEATURES("NodeDeclaredFeatures"),
    DEFAULT_PREEMPTION("DefaultPreemption"),
    NODE_RESOURCES_BALANCED_ALLOCATION("NodeResourcesBalancedAllocation", 1),
    IMAGE_LOCALITY("ImageLocality", 1);

    private final String kubernetesName;
    private final int defaultWeight;

    Plugin(String kubernetesName) {
        this(kubernetesName, 0);
    }

    Plugin(String kubernetesName, int defaultWeight) {
        this.kubernetesName = kubernetesName;
        this.defaultWeight = defaultWeight;
    }

    /** How much its score counts where a profile does not say it; 0 for a plugin that does not score. */
    public int defaultWeight() {
        return defaultWeight;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
