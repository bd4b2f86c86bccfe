package dev.plimsoll.core.admission.quota;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What every container must name because a quota counts it: cpu and memory, as requests or limits.
 *
 * <p>A pod with pod-level resources need not name anything in its containers.
 */
final class RequiredResources {
    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";

    private RequiredResources() {}

    /** {@code limits.cpu for: a,b; limits.memory for: b}, or nothing where all is there. */
    static String missing(ResourceQuota quota, PodSpec spec) {
        var parts = new ArrayList<String>();
        for (var name : quota.enforced().names()) {
            var lacking = lacking(name.text(), spec);
            if (!lacking.isEmpty()) parts.add(name + " for: " + String.join(",", lacking));
        }
        return String.join("; ", parts);
    }

    private static List<String> lacking(String quotaName, PodSpec spec) {
        var limits = quotaName.startsWith(LIMITS);
        var plain = limits
                ? quotaName.substring(LIMITS.length())
                : quotaName.startsWith(REQUESTS) ? quotaName.substring(REQUESTS.length()) : quotaName;
        var resource = ResourceName.of(plain);
        if (!resource.equals(ResourceName.CPU) && !resource.equals(ResourceName.MEMORY)) return List.of();
        return Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .filter(container -> !names(container, resource, limits))
                .map(Container::name)
                .sorted()
                .toList();
    }

    private static boolean names(Container container, ResourceName resource, boolean limits) {
        var resources = container.resources();
        return (limits ? resources.limits() : resources.requests()).contains(resource);
    }
}
