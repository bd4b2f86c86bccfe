package dev.plimsoll.core.placement.profile;

import dev.plimsoll.core.model.ResourceName;
import java.util.List;

/** How nodes are compared by what they have left. */
public record ScoringStrategy(Strategy strategy, List<Weighted> resources, List<Point> shape) {
    public static final List<Weighted> CPU_AND_MEMORY =
            List.of(new Weighted(ResourceName.CPU, 1), new Weighted(ResourceName.MEMORY, 1));
    public static final ScoringStrategy LEAST_ALLOCATED =
            new ScoringStrategy(Strategy.LEAST_ALLOCATED, CPU_AND_MEMORY, List.of());

    /** As the configuration names them. */
    public enum Strategy {
        LEAST_ALLOCATED,
        MOST_ALLOCATED,
        REQUESTED_TO_CAPACITY_RATIO
    }

    /** A resource that counts for so much. */
    public record Weighted(ResourceName name, long weight) {
        public Weighted {
            if (weight == 0) weight = 1;
        }
    }

    /** How good a utilization, in percent, is: 0 to 10. */
    public record Point(int utilization, int score) {}

    public ScoringStrategy {
        resources = List.copyOf(resources);
        shape = List.copyOf(shape);
    }
}
