package dev.plimsoll.core.estimation.update;

import dev.plimsoll.core.estimation.Compute;
import java.util.List;
import java.util.Set;

/** {@code spec.updatePolicy.evictionRequirements}: pods are changed only where something moves in a direction. */
public record EvictionRequirement(Set<Compute> resources, Direction direction) {
    public EvictionRequirement {
        resources = Set.copyOf(resources);
    }

    /** The direction in which at least one of the resources must move. */
    public enum Direction {
        HIGHER("TargetHigherThanRequests"),
        LOWER("TargetLowerThanRequests");

        private final String text;

        Direction(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Whether some container, or the pod as a whole, lacks a request or meets all requirements. */
    public static boolean admit(List<EvictionRequirement> requirements, PodMeasures measures) {
        if (requirements.isEmpty()) return true;
        for (var measure : measures.all()) {
            var lacking = Compute.ALL.stream()
                    .anyMatch(compute -> !measure.requested().contains(compute.resource()));
            if (lacking || requirements.stream().allMatch(requirement -> requirement.isMetBy(measure))) return true;
        }
        return false;
    }

    private boolean isMetBy(Measure measure) {
        return resources.stream().anyMatch(compute -> switch (direction) {
            case HIGHER -> measure.names(compute) && measure.scalesUp(compute);
            case LOWER -> measure.names(compute) && measure.scalesDown(compute);
        });
    }
}
