package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a pod asked for before anything was recommended: the source of the ratios between limits and requests, and of which
 * containers set values. It is kept in an annotation, so that ratios do not drift when one change follows another.
 */
public record Originals(ResourceRequirements pod, Map<String, ResourceRequirements> containers) {
    /** The annotation that holds it. */
    public static final String ANNOTATION = "vpaPodLevelResources";

    public Originals {
        containers = Map.copyOf(containers);
    }

    /** Of a pod that no recommendation was applied to, or of which that is not known. */
    public static Originals of(PodSpec spec) {
        var containers = new HashMap<String, ResourceRequirements>();
        for (var container : spec.containers()) containers.put(container.name(), container.resources());
        return new Originals(spec.resources(), containers);
    }

    /** What a pod asks for once changes were made to it; the record of that tells whether somebody else changed it since. */
    public boolean isSpecOf(PodSpec spec) {
        if (!isWithin(pod, spec.resources())) return false;
        for (var container : spec.containers()) {
            var own = containers.get(container.name());
            if (own != null && !isWithin(own, container.resources())) return false;
        }
        return true;
    }

    /** The API server fills in more than was written, but changes nothing of it. */
    private static boolean isWithin(ResourceRequirements written, ResourceRequirements now) {
        return isWithin(written.requests(), now.requests()) && isWithin(written.limits(), now.limits());
    }

    private static boolean isWithin(ResourceAmounts written, ResourceAmounts now) {
        return written.names().stream()
                .allMatch(name -> now.contains(name) && now.amount(name).compareTo(written.amount(name)) == 0);
    }

    Optional<ResourceRequirements> container(String name) {
        return Optional.ofNullable(containers.get(name));
    }

    /** The spec as it was. */
    public PodSpec applyTo(PodSpec spec) {
        return spec.withResources(pod)
                .withContainers(spec.containers().stream()
                        .map(container -> container.withResources(
                                container(container.name()).orElse(container.resources())))
                        .toList());
    }
}
