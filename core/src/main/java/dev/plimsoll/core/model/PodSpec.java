package dev.plimsoll.core.model;

import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a pod asks for.
 *
 * @param resources pod-level resources; {@link ResourceRequirements#ABSENT}, empty and filled are three states
 * @param overhead what the runtime itself takes, set by the RuntimeClass
 * @param placement what decides where the pod may run and which quotas count it
 * @param details what validation reads beside that
 */
public record PodSpec(
        List<Container> containers,
        List<Container> initContainers,
        List<Container> ephemeralContainers,
        ResourceRequirements resources,
        ResourceAmounts overhead,
        String restartPolicy,
        String osName,
        PodPlacement placement,
        PodDetails details) {

    public static final String RESTART_NEVER = "Never";
    public static final String WINDOWS = "windows";

    public PodSpec {
        containers = List.copyOf(containers);
        initContainers = List.copyOf(initContainers);
        ephemeralContainers = List.copyOf(ephemeralContainers);
    }

    /** Starts a spec in code; {@link PodSpecBuilder#build()} ends it. */
    public static PodSpecBuilder builder() {
        return new PodSpecBuilder();
    }

    public PodSpec withResources(ResourceRequirements changed) {
        return rebuilt(containers, initContainers, changed);
    }

    public PodSpec withContainers(List<Container> changed) {
        return rebuilt(changed, initContainers, resources);
    }

    public PodSpec withInitContainers(List<Container> changed) {
        return rebuilt(containers, changed, resources);
    }

    public PodSpec withVolumes(List<PodDetails.Volume> changed) {
        return new PodSpec(
                containers,
                initContainers,
                ephemeralContainers,
                resources,
                overhead,
                restartPolicy,
                osName,
                placement,
                details.withVolumes(changed));
    }

    public PodSpec withOverhead(ResourceAmounts changed) {
        return new PodSpec(
                containers,
                initContainers,
                ephemeralContainers,
                resources,
                changed,
                restartPolicy,
                osName,
                placement,
                details);
    }

    /** Applies a change to every regular and every init container. */
    public PodSpec mappingContainers(UnaryOperator<Container> change) {
        return rebuilt(
                containers.stream().map(change).toList(),
                initContainers.stream().map(change).toList(),
                resources);
    }

    @SuppressWarnings("ReferenceEquality")
    private PodSpec rebuilt(List<Container> regular, List<Container> init, ResourceRequirements podLevel) {
        if (regular == containers && init == initContainers && podLevel == resources) return this;
        return new PodSpec(
                regular, init, ephemeralContainers, podLevel, overhead, restartPolicy, osName, placement, details);
    }

    public boolean isWindows() {
        return osName.equals(WINDOWS);
    }

    /** At least one pod-level request or limit of a resource that counts there. */
    public boolean hasPodLevelResources() {
        return resources.isSetAtPodLevel();
    }

    /** Where a container is in the pod, as events have it: {@code spec.containers{NAME}}. */
    public String fieldPath(String container) {
        var list = isIn(initContainers(), container)
                ? "initContainers"
                : isIn(ephemeralContainers(), container) ? "ephemeralContainers" : "containers";
        return "spec." + list + "{" + container + "}";
    }

    private static boolean isIn(List<Container> containers, String name) {
        return containers.stream().anyMatch(each -> each.name().equals(name));
    }
}
