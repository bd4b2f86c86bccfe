package dev.plimsoll.autoscaler.gates;

import java.util.Optional;

/** A part of the autoscaler that is off unless it is asked for. */
public enum AutoscalerGate {
    /** Values of memory aggregation and kills in VerticalPodAutoscaler objects. */
    PER_VPA_CONFIG("PerVPAConfig"),
    /** More CPU while a pod starts. */
    CPU_STARTUP_BOOST("CPUStartupBoost"),
    /** The update mode of that name. */
    IN_PLACE("InPlace"),
    /** Recommendations for pods as a whole. */
    POD_LEVEL_RESOURCES("PodLevelResources"),
    /** Recommendations are held to what some node could give. */
    LARGEST_NODE_CAP("LargestNodeCap");

    /** Another name of {@link #POD_LEVEL_RESOURCES}, as later drafts of the proposal have it. */
    static final String POD_LEVEL_ALIAS = "VPAPodLevelResources";

    private final String text;

    AutoscalerGate(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    static Optional<AutoscalerGate> named(String name) {
        if (name.equals(POD_LEVEL_ALIAS)) return Optional.of(POD_LEVEL_RESOURCES);
        for (var gate : values()) if (gate.text.equals(name)) return Optional.of(gate);
        return Optional.empty();
    }
}
