package dev.plimsoll.core.topology;

/** What is aligned as one: each container by itself, or the pod as a whole. */
public enum AlignmentScope {
    CONTAINER("container"),
    POD("pod");

    private final String kubernetesName;

    AlignmentScope(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
