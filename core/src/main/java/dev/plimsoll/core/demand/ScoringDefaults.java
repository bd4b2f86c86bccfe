package dev.plimsoll.core.demand;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;

/** What a missing request counts for when nodes are compared. It spreads pods that ask for nothing; it reserves nothing. */
record ScoringDefaults(ResourceAmounts amounts) {
    static final ScoringDefaults ALL = new ScoringDefaults(ResourceAmounts.EMPTY
            .with(ResourceName.CPU, Quantity.ofMilli(100))
            .with(ResourceName.MEMORY, Quantity.of(200L << 20, QuantityFormat.BINARY_SI)));

    /** Only for resources that {@code asked} does not name. */
    ScoringDefaults without(ResourceAmounts asked) {
        return new ScoringDefaults(amounts.retaining(name -> !asked.contains(name)));
    }

    /** The list with a default for each resource that it does not name; an explicit zero stays. */
    ResourceAmounts fill(ResourceAmounts requests) {
        return amounts.overriddenBy(requests);
    }
}
