package dev.plimsoll.core.demand;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.function.UnaryOperator;

/** Which list of a container is added up: its requests, its limits, or what its status says. */
@FunctionalInterface
public interface ContainerAmounts {
    ContainerAmounts REQUESTS = container -> container.resources().requests();
    ContainerAmounts LIMITS = container -> container.resources().limits();

    ResourceAmounts of(Container container);

    /** This reading, with each list changed before it is added up. */
    default ContainerAmounts then(UnaryOperator<ResourceAmounts> change) {
        return container -> change.apply(of(container));
    }
}
