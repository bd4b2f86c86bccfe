package dev.plimsoll.core.model;

import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import java.util.List;

/**
 * A container of a pod, of any kind. Texts are empty where nothing was given.
 *
 * @param details what validation reads beside the resources: ports, environment, mounts
 */
public record Container(
        String name,
        String image,
        String restartPolicy,
        ResourceRequirements resources,
        List<ResizePolicy> resizePolicy,
        ContainerDetails details) {

    public static final String RESTART_ALWAYS = "Always";

    public Container {
        resizePolicy = List.copyOf(resizePolicy);
    }

    /** A container with an image and these resources, for code that makes pods rather than reads them. */
    public static Container of(String name, ResourceRequirements resources) {
        return new Container(name, "example/" + name, "", resources, List.of(), ContainerDetails.NONE);
    }

    public Container withResources(ResourceRequirements changed) {
        return new Container(name, image, restartPolicy, changed, resizePolicy, details);
    }

    public Container withResizePolicy(List<ResizePolicy> changed) {
        return new Container(name, image, restartPolicy, resources, changed, details);
    }

    public Container withImage(String changed) {
        return new Container(name, changed, restartPolicy, resources, resizePolicy, details);
    }

    public Container withLifecycle(ContainerLifecycle changed) {
        return new Container(name, image, restartPolicy, resources, resizePolicy, details.withLifecycle(changed));
    }

    /** Probes, hooks and rules of restarts. */
    public ContainerLifecycle lifecycle() {
        return details.lifecycle();
    }

    /** As a sidecar: an init container that is restarted for as long as the pod lives. */
    public Container asSidecar() {
        return new Container(name, image, RESTART_ALWAYS, resources, resizePolicy, details);
    }

    /** Whether it is a sidecar, asked of an init container. */
    public boolean restartsAlways() {
        return restartPolicy.equals(RESTART_ALWAYS);
    }
}
