package dev.plimsoll.core.demand;

/** How firmly a pod's resources are promised. */
public enum QosClass {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private final String kubernetesName;

    QosClass(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }

    @Override
    public String toString() {
        return kubernetesName;
    }
}
