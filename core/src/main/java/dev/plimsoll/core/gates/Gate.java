package dev.plimsoll.core.gates;

import java.util.List;
import java.util.Optional;

/**
 * A switch with the name, default and dependencies that Kubernetes v1.37 gives it, or one of our own where
 * {@link #isOurs()} says so.
 */
public enum Gate {
    IN_PLACE_POD_VERTICAL_SCALING("InPlacePodVerticalScaling", Stage.GA_LOCKED),
    NODE_DECLARED_FEATURES("NodeDeclaredFeatures", Stage.GA_LOCKED),
    POD_OBSERVED_GENERATION_TRACKING("PodObservedGenerationTracking", Stage.GA_LOCKED),
    POD_LEVEL_RESOURCES("PodLevelResources", Stage.BETA_ON),
    POD_LEVEL_RESOURCES_FIX_DEFAULTING(
            "PodLevelResourcesFixDefaulting",
            Stage.BETA_ON,
            List.of("PodLevelResourcesFixUpdateDefaulting"),
            POD_LEVEL_RESOURCES),
    POD_LEVEL_RESOURCES_FIX_KUBELET_QOS_CLASS(
            "PodLevelResourcesFixKubeletQOSClass", Stage.BETA_ON, List.of(), POD_LEVEL_RESOURCES),
    IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING(
            "InPlacePodLevelResourcesVerticalScaling",
            Stage.BETA_ON,
            List.of(),
            IN_PLACE_POD_VERTICAL_SCALING,
            POD_LEVEL_RESOURCES,
            NODE_DECLARED_FEATURES),
    IN_PLACE_POD_VERTICAL_SCALING_INIT_CONTAINERS(
            "InPlacePodVerticalScalingInitContainers",
            Stage.GA_LOCKED,
            List.of(),
            IN_PLACE_POD_VERTICAL_SCALING,
            NODE_DECLARED_FEATURES),
    IN_PLACE_POD_VERTICAL_SCALING_MEMORY_BACKED_VOLUMES(
            "InPlacePodVerticalScalingMemoryBackedVolumes",
            Stage.ALPHA_OFF,
            List.of(),
            IN_PLACE_POD_VERTICAL_SCALING,
            NODE_DECLARED_FEATURES),
    IN_PLACE_POD_VERTICAL_SCALING_SCHEDULER_PREEMPTION(
            "InPlacePodVerticalScalingSchedulerPreemption", Stage.ALPHA_OFF, List.of(), IN_PLACE_POD_VERTICAL_SCALING),
    IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_CPUS(
            "InPlacePodVerticalScalingExclusiveCPUs", Stage.ALPHA_OFF, List.of(), IN_PLACE_POD_VERTICAL_SCALING),
    IN_PLACE_POD_VERTICAL_SCALING_EXCLUSIVE_MEMORY(
            "InPlacePodVerticalScalingExclusiveMemory", Stage.ALPHA_OFF, List.of(), IN_PLACE_POD_VERTICAL_SCALING),
    POD_LEVEL_RESOURCE_MANAGERS("PodLevelResourceManagers", Stage.BETA_OFF, List.of(), POD_LEVEL_RESOURCES),
    CPU_MANAGER_POLICY_ALPHA_OPTIONS("CPUManagerPolicyAlphaOptions", Stage.ALPHA_OFF),
    CPU_MANAGER_POLICY_BETA_OPTIONS("CPUManagerPolicyBetaOptions", Stage.BETA_ON),
    KUBELET_ALLOCATED_PODS_ENDPOINT("KubeletAllocatedPodsEndpoint", Stage.ALPHA_OFF),
    CONTAINER_STOP_SIGNALS("ContainerStopSignals", Stage.ALPHA_OFF),
    RESTART_ALL_CONTAINERS_ON_CONTAINER_EXITS(
            "RestartAllContainersOnContainerExits", Stage.BETA_ON, List.of(), NODE_DECLARED_FEATURES),

    /** LimitRange type Pod may carry {@code default} and {@code defaultRequest} (KEP-2837; upstream refuses them). */
    LIMIT_RANGE_POD_DEFAULTS("LimitRangePodDefaults", Stage.OURS_OFF, List.of(), POD_LEVEL_RESOURCES),
    /** LimitRange bounds of type Pod see pod-level huge pages (KEP-2837; upstream looks at containers only). */
    LIMIT_RANGE_POD_LEVEL_HUGE_PAGES("LimitRangePodLevelHugePages", Stage.OURS_ON),
    /** Quota counts pod-level status as well as spec while a resize is pending (KEP-1287, KEP-5419). */
    QUOTA_POD_LEVEL_STATUS("QuotaPodLevelStatus", Stage.OURS_OFF, List.of(), POD_LEVEL_RESOURCES),
    /** A memory limit that page cache alone keeps from being lowered is lowered by asking the kernel to reclaim that cache. */
    MEMORY_SHRINK_BY_RECLAIM("MemoryShrinkByReclaim", Stage.OURS_OFF, List.of(), IN_PLACE_POD_VERTICAL_SCALING),
    /** A deployment that asks for it gets new resources of its template into the pods that it has (KEP-1287, future work). */
    DEPLOYMENT_IN_PLACE_RESIZE("DeploymentInPlaceResize", Stage.OURS_OFF, List.of(), IN_PLACE_POD_VERTICAL_SCALING);

    /** How far a gate has come and whether it is on where nobody says otherwise. */
    public enum Stage {
        GA_LOCKED(true),
        BETA_ON(true),
        BETA_OFF(false),
        ALPHA_OFF(false),
        OURS_ON(true),
        OURS_OFF(false);

        private final boolean on;

        Stage(boolean on) {
            this.on = on;
        }
    }

    private final String kubernetesName;
    private final Stage stage;
    private final List<String> aliases;
    private final List<Gate> dependencies;

    Gate(String kubernetesName, Stage stage) {
        this(kubernetesName, stage, List.of());
    }

    Gate(String kubernetesName, Stage stage, List<String> aliases, Gate... dependencies) {
        this.kubernetesName = kubernetesName;
        this.stage = stage;
        this.aliases = aliases;
        this.dependencies = List.of(dependencies);
    }

    /** The gate of that name; a name that only a KEP uses is accepted too. */
    public static Optional<Gate> named(String name) {
        for (var gate : values()) {
            if (gate.kubernetesName.equals(name) || gate.aliases.contains(name)) return Optional.of(gate);
        }
        return Optional.empty();
    }

    public String kubernetesName() {
        return kubernetesName;
    }

    public Stage stage() {
        return stage;
    }

    public boolean isOnByDefault() {
        return stage.on;
    }

    public boolean isLocked() {
        return stage == Stage.GA_LOCKED;
    }

    /** Known to this implementation only. */
    public boolean isOurs() {
        return stage == Stage.OURS_ON || stage == Stage.OURS_OFF;
    }

    public List<Gate> dependencies() {
        return dependencies;
    }
}
