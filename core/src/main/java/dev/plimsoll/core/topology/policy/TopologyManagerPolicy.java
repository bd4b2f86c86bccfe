package dev.plimsoll.core.topology.policy;

/** How strictly a pod's resources must come from the same NUMA nodes. */
public enum TopologyManagerPolicy {
    NONE("none"),
    BEST_EFFORT("best-effort"),
    RESTRICTED("restricted"),
    SINGLE_NUMA_NODE("single-numa-node");

    private final String kubernetesName;

    TopologyManagerPolicy(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
