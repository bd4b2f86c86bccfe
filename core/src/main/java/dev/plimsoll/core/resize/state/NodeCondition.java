package dev.plimsoll.core.resize.state;

/** A shortage of the node, under which it takes less. */
public enum NodeCondition {
    MEMORY_PRESSURE("MemoryPressure"),
    DISK_PRESSURE("DiskPressure"),
    PID_PRESSURE("PIDPressure");

    private final String kubernetesName;

    NodeCondition(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }
}
