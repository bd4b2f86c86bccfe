package dev.plimsoll.core.topology.policy;

/** What is aligned as one: each container by itself, or the pod as a whole. */
public enum TopologyManagerScope {
    CONTAINER("container"),
    POD("pod");

    private final String kubernetesName;

    TopologyManagerScope(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
