package dev.plimsoll.core.placement.view;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells schedulers of its resource managers.
 *
 * @param pinsCpus whether it says that Guaranteed pods get CPUs of their own
 * @param zones what each NUMA node can still give
 * @param managersOrNull all that the node decides by; null where the publisher says less
 */
public record NumaZones(
        TopologyManagerPolicy alignment,
        TopologyManagerScope scope,
        boolean pinsCpus,
        List<Amounts> zones,
        @Nullable PublishedManagers managersOrNull) {
    public static final NumaZones NONE =
            new NumaZones(TopologyManagerPolicy.NONE, TopologyManagerScope.CONTAINER, false, List.of(), null);

    public NumaZones {
        zones = List.copyOf(zones);
    }

    public boolean isPublished() {
        return !zones.isEmpty();
    }
}
