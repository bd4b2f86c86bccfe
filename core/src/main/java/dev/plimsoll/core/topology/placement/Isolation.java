package dev.plimsoll.core.topology.placement;

/** With whom a container shares what it runs on (KEP-5526, resource isolation level). */
public enum Isolation {
    /** With everything on the node's shared pool. */
    HOST("host"),
    /** With other containers of its pod only. */
    POD("pod"),
    /** With nobody. Its CPU quota is off: exclusive CPUs are not throttled. */
    CONTAINER("container");

    private final String kubernetesName;

    Isolation(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
