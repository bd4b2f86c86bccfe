package dev.plimsoll.core.model;

import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.ArrayList;
import java.util.List;

/** Makes a {@link PodSpec} in code. Amounts are texts such as {@code "cpu=500m,memory=1Gi"}. */
public final class PodSpecBuilder {
    private final List<Container> containers = new ArrayList<>();
    private final List<Container> initContainers = new ArrayList<>();
    private ResourceRequirements resources = ResourceRequirements.ABSENT;
    private ResourceAmounts overhead = ResourceAmounts.ABSENT;
    private String restartPolicy = Container.RESTART_ALWAYS;
    private String osName = "";
    private PodPlacement placement = PodPlacement.NONE;
    private PodDetails details = PodDetails.NONE;

    PodSpecBuilder() {}

    public PodSpecBuilder container(String name, String requests, String limits) {
        return container(Container.of(name, ResourceRequirements.parse(requests, limits)));
    }

    public PodSpecBuilder container(Container container) {
        containers.add(container);
        return this;
    }

    public PodSpecBuilder initContainer(String name, String requests, String limits) {
        return initContainer(Container.of(name, ResourceRequirements.parse(requests, limits)));
    }

    public PodSpecBuilder initContainer(Container container) {
        initContainers.add(container);
        return this;
    }

    public PodSpecBuilder sidecar(String name, String requests, String limits) {
        return initContainer(
                Container.of(name, ResourceRequirements.parse(requests, limits)).asSidecar());
    }

    /** Pod-level requests and limits. */
    public PodSpecBuilder podLevel(String requests, String limits) {
        return podLevel(ResourceRequirements.parse(requests, limits));
    }

    public PodSpecBuilder podLevel(ResourceRequirements requirements) {
        resources = requirements;
        return this;
    }

    public PodSpecBuilder overhead(String amounts) {
        overhead = ResourceAmounts.parse(amounts);
        return this;
    }

    public PodSpecBuilder restartPolicy(String policy) {
        restartPolicy = policy;
        return this;
    }

    public PodSpecBuilder os(String name) {
        osName = name;
        return this;
    }

    public PodSpecBuilder placement(PodPlacement chosen) {
        placement = chosen;
        return this;
    }

    public PodSpecBuilder details(PodDetails chosen) {
        details = chosen;
        return this;
    }

    public PodSpec build() {
        return new PodSpec(
                containers, initContainers, List.of(), resources, overhead, restartPolicy, osName, placement, details);
    }
}
